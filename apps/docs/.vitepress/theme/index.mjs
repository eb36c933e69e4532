// The look of the site: VitePress's own with the fonts of the system.
import { useData, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** The way to another version leaves this site: the browser loads the other one. */
const VersionLink = ({ text, href }) =>
  h('a', { class: 'version-link', href, target: '_self' }, text)
VersionLink.props = ['text', 'href']

const MarkdownLink = {
  setup() {
    const { page } = useData()
    return () =>
      h('p', { class: 'as-markdown' }, [
        h(
          'a',
          { href: withBase(`/${page.value.relativePath}`), target: '_self' },
          'This page as Markdown',
        ),
      ])
  },
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) }),
  enhanceApp: ({ app }) => {
    app.component('VersionLink', VersionLink)
  },
}
