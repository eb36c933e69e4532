import { expect, it } from 'vitest'
import { isDeepLink } from './links.js'

/**
 * Schemes that open no wallet: they run, show or read something in the page or the browser, lead on
 * to another page, or command the system.
 */
const REFUSED = (
  'javascript vbscript livescript data blob about file filesystem view-source jar mhtml ' +
  'res resource wyciwyg chrome chrome-extension chrome-untrusted devtools moz-extension ' +
  'safari-web-extension edge brave opera vivaldi intent android-app content shortcuts ' +
  'workflow http ws wss ftp ftps sftp smb nfs ssh telnet ldap ldaps gopher shell ' +
  'search-ms hcp ms-msdt ms-officecmd ms-settings ms-appinstaller ms-word ' +
  'itms-services applescript terminal iterm2 vscode vscode-insiders vscodium cursor jetbrains ' +
  'steam x-apple.systempreferences x-apple-helpviewer sms tel facetime'
).split(' ')
/** Schemes of wallets and app stores, and names that begin as a refused scheme does. */
const TAKEN = (
  'https metamask trust rainbow cbwallet phantom ledgerlive okx uniswap zerion safe tg wc ' +
  'keplrwallet bitkeep itms-apps market a+b-c.d datawallet filecoin aboutme intents ' +
  'javascripts httpsx msx telegram tellor smsx'
).split(' ')
/** Spellings that a browser reads as the same scheme. */
const SPELLINGS: readonly ((scheme: string) => string)[] = [
  (scheme) => `${scheme}:x`,
  (scheme) => `${scheme}://x/wc?uri=y`,
  (scheme) => `${scheme.toUpperCase()}:x`,
  (scheme) => ` ${scheme}:x`,
  (scheme) => `\u0001\u001f${scheme}:x`,
  (scheme) => `${scheme.slice(0, 2)}\n${scheme.slice(2)}:x`,
  (scheme) => `${scheme.slice(0, 1)}\t${scheme.slice(1)}:x`,
  (scheme) => `\r\n${scheme}:x`,
  (scheme) => `${scheme}\n:x`,
  (scheme) => `${scheme}:\nx`,
]

it('Links of schemes that open no wallet are refused in every spelling, and links of wallets pass (audit L3)', ({
  task,
}) => {
  const passed = REFUSED.flatMap((scheme) =>
    SPELLINGS.map((spell) => spell(scheme)).filter(isDeepLink),
  )
  const lost = TAKEN.map((scheme) => `${scheme}://x`).filter((link) => !isDeepLink(link))
  task.meta.attack = {
    attack: `links of ${REFUSED.length} schemes that open no wallet, and of ${TAKEN.length} that do`,
    tries: REFUSED.length * SPELLINGS.length + TAKEN.length,
    wanted: '0 of the first taken, 0 of the second refused',
    seen: `${passed.length} taken, ${lost.length} refused`,
  }
  expect(REFUSED.length + TAKEN.length).toBeGreaterThanOrEqual(60)
  expect([passed, lost]).toEqual([[], []])
})

it('A value that is not an absolute link is refused (audit L3)', () => {
  for (const text of [
    '',
    'x',
    ':x',
    '1a:x',
    '+a:x',
    '//a.test',
    '/x',
    '?x',
    '#x',
    '\u0430bc:x',
    'https://',
    'https://[',
    undefined,
    null,
    7,
    {},
    ['https://a.test'],
    new URL('https://a.test'),
    new String('wc:x'),
    { toString: () => 'https://a.test' },
  ])
    expect(isDeepLink(text), String(text)).toBe(false)
})
