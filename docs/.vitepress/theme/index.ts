import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import 'katex/dist/katex.css';
import demo from '../../images/demo.png';
import './style.css';

/** Picture of the home page, from docs/images instead of the public folder. */
const heroImage = () =>
  h('img', {
    class: 'image-src',
    src: demo,
    width: 1280,
    height: 800,
    alt: 'The demo: a box on a slope, stock next to Stiction',
  });

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'home-hero-image': heroImage }),
} satisfies Theme;
