// The tests that criteria name: a title as it stands in the source, with its placeholders, and the file.

const GALLERY = 'apps/gallery/src/gallery.browser.test.tsx'
const CRITERIA = 'apps/gallery/src/criteria.browser.test.tsx'
const SPOKEN = 'apps/gallery/src/spoken/spoken.browser.test.tsx'
const SHELL = 'packages/ui-react/src/shell/shell.browser.test.tsx'
const HOSTS = 'packages/ui-react/src/shell/hosts.browser.test.tsx'
const WORDS = 'packages/ui-react/src/messages/words.browser.test.tsx'
const TOKENS = 'packages/ui-react/src/theme/modalTokens.test.ts'
const ALL_WALLETS = 'packages/ui-react/src/views/wallets/allWallets.browser.test.tsx'
const SEND = 'plugins/feature-send/src/react/views.browser.test.tsx'
const SWAP = 'plugins/feature-swap/src/react/views.browser.test.tsx'
const EMAIL = 'plugins/embedded-wallet/src/react/views.browser.test.tsx'
const FLOWS = 'plugins/embedded-wallet/src/react/flows.browser.test.tsx'
const words = (plugin) => `plugins/${plugin}/src/react/words.browser.test.tsx`
const LARGE_TEXT = 'stays within 320 px when text is twice as large'

/**
 * @typedef {{ file: string, title: string }} NamedTest `file` from the root
 * @type {Record<string, NamedTest>}
 */
export const tests = {
  scenes: { file: GALLERY, title: '%s, in every look and by keyboard' },
  spoken: { file: SPOKEN, title: 'The journey %s is heard as its transcript says' },
  label: { file: SPOKEN, title: 'A label that is changed changes what is heard' },
  targets: {
    file: CRITERIA,
    title: 'Every target is 24 px wide and high, or has room around it',
  },
  spacing: {
    file: CRITERIA,
    title: 'No text is cut off or sticks out with the text spacing that a visitor may set',
  },
  obscured: {
    file: CRITERIA,
    title: 'The element that has the focus is not hidden behind another, at 400 % too',
  },
  reflow: { file: CRITERIA, title: 'At 400 % nothing is cut off or sticks out' },
  turned: {
    file: CRITERIA,
    title: 'On a phone that is turned on its side nothing is cut off or sticks out',
  },
  purpose: {
    file: CRITERIA,
    title: 'Every field says what may fill it in, and one for an email address says so',
  },
  press: { file: CRITERIA, title: 'A control that is pressed and not let go does nothing' },
  noShortcut: {
    file: CRITERIA,
    title: 'A letter or digit outside of fields does not change the view',
  },
  focus: {
    file: SHELL,
    title: 'The modal takes the focus to its title, keeps it inside, and returns it on closing',
  },
  focusRemoved: {
    file: SHELL,
    title: 'The title gets the focus when the focused element is removed',
  },
  escape: { file: SHELL, title: 'Esc goes back one view, and closes the modal at the first' },
  backdrop: {
    file: SHELL,
    title: 'A click on the backdrop closes the modal, unless it began on the card',
  },
  announced: { file: SHELL, title: 'Changes are announced to screen readers' },
  mirrored: {
    file: SHELL,
    title: 'The modal is mirrored for right-to-left languages, and on a right-to-left page',
  },
  accentText: {
    file: SHELL,
    title:
      'The host’s accent is used, with black or white text on it, whichever is easier to read [THEME-05]',
  },
  phoneTargets: {
    file: SHELL,
    title: 'On a phone the modal is a bottom sheet with targets of at least 44 px',
  },
  radix: {
    file: HOSTS,
    title:
      'Inside a Radix dialog, clicks, typing and Esc reach the modal only, and the focus returns',
  },
  buttons: {
    file: 'packages/ui-react/src/buttons/buttons.browser.test.tsx',
    title:
      'The buttons break no accessibility rule, at rest, under the pointer and with an account',
  },
  palette: { file: TOKENS, title: 'The %s palette keeps every text readable on every background' },
  language: {
    file: WORDS,
    title: 'The modal changes its language and direction while it is open',
  },
  catalogue: {
    file: WORDS,
    title:
      'Every text on screen and for screen readers comes from the catalogue with its key, and longer texts have room',
  },
  keyboard: {
    file: 'e2e/modal.spec.ts',
    title: 'A visitor connects, opens the account and disconnects by keyboard alone',
  },
  farRows: {
    file: ALL_WALLETS,
    title: 'Keys reach rows that are not drawn yet, and a row out of sight keeps the focus',
  },
  letters: {
    file: ALL_WALLETS,
    title: 'Tab passes the list in one step, and letters typed in the list go to the search field',
  },
  results: {
    file: ALL_WALLETS,
    title: 'Without a directory the number of results is announced, also if there are none',
  },
  inspector: {
    file: 'packages/inspector/src/inspect.browser.test.ts',
    title:
      'The inspector can be used by keyboard: one tab stop, arrow keys between the tabs, and folding',
  },
  pairing: {
    file: 'plugins/walletconnect/src/react/views.browser.test.tsx',
    title: 'The view shows the code once there is one, with its link and the remaining time',
  },
  email: {
    file: EMAIL,
    title: 'An address that is not valid is said below the field, and Retry is possible',
  },
  code: {
    file: EMAIL,
    title:
      'The code is typed or pasted into six boxes; a wrong one empties them, the right one connects',
  },
  codeKept: {
    file: FLOWS,
    title: 'A code that nobody answered stays in the boxes, and Retry sends it again',
  },
  codeFailure: {
    file: FLOWS,
    title: 'The failure %s of a code is said to readers, by the text of its reason',
  },
  codeKeys: {
    file: FLOWS,
    title: 'The boxes are used by keyboard: arrows, Backspace and digits',
  },
  frame: {
    file: 'e2e/embeddedSecurity.spec.ts',
    title: 'Every page is accessible and fits 320 px (${lang}, ${mode}, text of ${text} %)',
  },
  approval: {
    file: 'e2e/embeddedApproval.spec.ts',
    title:
      'The card is whole and accessible: ${scheme}, ${language}, ${width} px, text ${zoom}00 %',
  },
  amount: {
    file: SEND,
    title: 'The form says by how much an amount is too large, and what is missing for the fee',
  },
  otherNetwork: {
    file: SEND,
    title: 'An address of another network is refused with the name of that network',
  },
  lookAlike: { file: SEND, title: 'A look-alike can be replaced by the known address' },
  review: {
    file: SEND,
    title:
      'The review shows everything that the visitor agrees to, and takes none of it from the form',
  },
  agree: {
    file: SEND,
    title: 'The visitor agrees by a separate click, and then waits for the wallet',
  },
  sentEnd: {
    file: SEND,
    title: 'The end of a transaction is announced while the list is open',
  },
  swapReview: {
    file: SWAP,
    title:
      'The review names what leaves, what arrives at least, who may take how much, and every step',
  },
  swapPrice: {
    file: SWAP,
    title: 'Screen readers hear the price once, and not again when it is renewed unchanged',
  },
  swapKeys: {
    file: SWAP,
    title: 'The form is used by the keyboard alone: amount, other direction, review',
  },
  refused: {
    file: 'e2e/chains-tour.spec.ts',
    title: 'A request that is rejected in its preview never reaches the wallet',
  },
  largeSend: { file: words('feature-send'), title: `%s ${LARGE_TEXT}` },
  largeSwap: { file: words('feature-swap'), title: `%s ${LARGE_TEXT}` },
  largeAssets: { file: words('feature-assets'), title: `The view of %s ${LARGE_TEXT}` },
  largeNames: { file: words('feature-names'), title: `The view of %s ${LARGE_TEXT}` },
  largeOnramp: { file: words('feature-onramp'), title: `The view of %s ${LARGE_TEXT}` },
}
