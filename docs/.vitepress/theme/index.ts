import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent, h } from 'vue';
import 'katex/dist/katex.css';
import { DemoFrame } from './demo-frame.js';
import './style.css';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'home-features-before': () => h(DemoFrame) }),
  enhanceApp({ app }) {
    app.component(
      'LawPlayground',
      defineAsyncComponent(async () => (await import('./law-playground.js')).LawPlayground),
    );
  },
} satisfies Theme;
