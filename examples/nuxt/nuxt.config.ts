export default defineNuxtConfig({
  compatibilityDate: '2026-05-01',
  telemetry: false,
  app: {
    head: { title: 'My shop', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: 'data:,' }] },
  },
  // Tags of ours are custom elements, not Vue components.
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } },
})
