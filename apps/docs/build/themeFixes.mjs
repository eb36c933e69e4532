// Corrections to components of VitePress's theme, as it is compiled. A correction that finds nothing to
// correct fails the build: the theme has changed, and the correction may not be needed any more.

/** @type {Record<string, { from: string, to: string, why: string }[]>} */
export const CORRECTIONS = {
  'VPLocalSearchBox.vue': [
    {
      from: 'debounce: 200',
      to: 'debounce: 20',
      why: 'An index of this size answers in a few milliseconds.',
    },
    {
      from: 'role="button"',
      to: 'role="dialog" aria-modal="true"',
      why: 'A button may hold no field and no links.',
    },
    {
      from: `:aria-owns="results?.length ? 'localsearch-list' : undefined"`,
      to: '',
      why: 'The list is inside.',
    },
    { from: 'aria-expanded="true"', to: '', why: 'A dialog is not expanded.' },
    { from: 'aria-haspopup="listbox"', to: '', why: 'The field has the list.' },
    {
      from: 'for="localsearch-input"\n          >',
      to: 'for="localsearch-input"><span class="visually-hidden">{{ buttonText }}</span>',
      why: 'The name of the field was a picture and a title.',
    },
    {
      from: 'aria-autocomplete="both"',
      to: `aria-autocomplete="list" role="combobox" :aria-expanded="results?.length ? 'true' : 'false'"`,
      why: 'Only a combobox has an active descendant.',
    },
    {
      from: 'class="back-button"\n              :title=',
      to: 'class="back-button"\n              :aria-label="translate(\'modal.backButtonTitle\')" :title=',
      why: 'The button holds a picture only.',
    },
    {
      from: `:id="'localsearch-item-' + index"`,
      to: '',
      why: 'The link is the option: an option may hold no link.',
    },
    {
      from: `:aria-selected="selectedIndex === index ? 'true' : 'false'"`,
      to: '',
      why: 'As above.',
    },
    { from: 'role="option"', to: 'role="presentation"', why: 'As above.' },
    {
      from: `:aria-label="[...p.titles, p.title].join(' > ')"`,
      to: `role="option" tabindex="-1" :id="'localsearch-item-' + index"
        :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
      why: 'The arrow keys of the field choose a result. Its name is its text.',
    },
    {
      from: '<span class="title-icon">',
      to: '<span class="title-icon" aria-hidden="true">',
      why: 'It is an ornament.',
    },
    { from: '<kbd :aria-label', to: '<kbd role="img" :aria-label', why: 'A kbd has no name.' },
  ],
  'VPSidebarItem.vue': [
    { from: ':role="itemRole"', to: '', why: 'A button may hold no other button.' },
    { from: ':tabindex="item.items && 0"', to: '', why: 'The caret is the button.' },
    {
      from: 'aria-label="toggle section"',
      to: ':aria-label="item.text" :aria-expanded="collapsed ? \'false\' : \'true\'"',
      why: 'All carets had one name, and none its state.',
    },
    {
      from: '@keydown.enter="onCaretClick"',
      to: '@keydown.enter="onCaretClick" @keydown.space.prevent="toggle"',
      why: 'A button answers to the space bar.',
    },
  ],
  'VPHome.vue': [
    {
      from: '<div \n    class="VPHome"',
      to: '<main \n    class="VPHome"',
      why: 'A page has a main part.',
    },
    { from: '</div>\n</template>', to: '</main>\n</template>', why: 'Its end.' },
  ],
  'VPNavBarSearchButton.vue': [
    {
      from: '<kbd class="DocSearch-Button-Key">K</kbd>',
      to: '<kbd class="DocSearch-Button-Key letter"></kbd>',
      why: 'The letter, which style.css writes, is no part of the name.',
    },
  ],
}

/**
 * @param {string} name of a component: `VPHome.vue`
 * @param {string} code
 * @returns {string} `code` where the component needs no correction
 */
export const corrected = (name, code) =>
  (CORRECTIONS[name] ?? []).reduce((text, { from, to }) => {
    if (!text.includes(from)) throw new Error(`${name} of the theme has no "${from}" any more.`)
    return text.replaceAll(from, to)
  }, code)

const THEME = /\/theme-default\/components\/([^/?]+\.vue)$/

/** @returns {import('vite').Plugin} */
export const themeFixes = () => ({
  name: 'latchkey:theme-fixes',
  enforce: 'pre',
  transform(code, id) {
    const name = THEME.exec(id.replaceAll('\\', '/'))?.[1]
    return name && name in CORRECTIONS ? corrected(name, code) : undefined
  },
})
