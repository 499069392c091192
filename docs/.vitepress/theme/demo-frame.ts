import { withBase } from 'vitepress';
import { defineComponent, h, onMounted, ref } from 'vue';

/** The demo, running in the page. It is loaded once the page itself has been. */
export const DemoFrame = defineComponent({
  name: 'DemoFrame',
  setup() {
    const source = ref('');
    onMounted(() => {
      source.value = withBase('/live/?embed');
    });
    return () =>
      h('figure', { class: 'demo-frame' }, [
        source.value
          ? h('iframe', { src: source.value, title: 'The demo: the stock engine next to Stiction', loading: 'lazy' })
          : h('div'),
        h('figcaption', [
          'The same scene from the same start: the stock engine next to Stiction. ',
          h('a', { href: withBase('/live/'), target: '_self' }, 'Open the demo'),
          ' for all scenes.',
        ]),
      ]);
  },
});
