import { expect, it } from 'vitest'
import { isDeepLink } from './links.js'

/** What no wallet answers: what runs, shows or reads something in the page or the browser, leads on to another page, or commands the system. */
const REFUSED =
  'javascript vbscript livescript data blob about file filesystem view-source jar mhtml res resource wyciwyg chrome chrome-extension chrome-untrusted devtools moz-extension safari-web-extension edge brave opera vivaldi intent android-app content shortcuts workflow http ws wss ftp ftps sftp smb nfs ssh telnet ldap ldaps gopher shell search-ms hcp ms-msdt ms-officecmd ms-settings ms-appinstaller ms-word'.split(
    ' ',
  )
/** Schemes of wallets and shops, and names that begin as a refused one does. */
const TAKEN =
  'https metamask trust rainbow cbwallet phantom ledgerlive okx uniswap zerion safe tg wc keplrwallet bitkeep itms-apps market a+b-c.d datawallet filecoin aboutme intents javascripts httpsx msx'.split(
    ' ',
  )
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

it('refuses every scheme that opens no wallet, in every spelling, and no wallet (audit L3)', ({
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

it('refuses what is no absolute link (audit L3)', () => {
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
