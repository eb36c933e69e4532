/**
 * Tells which links may open another app. All code that opens, stores or reads such a link uses this
 * entry, so that there is one list of refused schemes.
 * @packageDocumentation
 */

/**
 * Schemes that do not open a wallet. They run a script, show foreign text as a page, read a local
 * file, are a page of the browser, name a page to open where no app answers (`intent`), start a
 * program of the system or of a developer that takes commands, install an app (`itms-services`), or
 * write or call in the visitor's name (`sms`, `tel`).
 */
const DENIED: readonly string[] = [
  'javascript',
  'vbscript',
  'livescript',
  'data',
  'blob',
  'about',
  'file',
  'filesystem',
  'view-source',
  'jar',
  'mhtml',
  'res',
  'resource',
  'wyciwyg',
  'chrome',
  'chrome-extension',
  'chrome-untrusted',
  'devtools',
  'moz-extension',
  'safari-web-extension',
  'edge',
  'brave',
  'opera',
  'vivaldi',
  'intent',
  'android-app',
  'content',
  'shortcuts',
  'workflow',
  'http',
  'ws',
  'wss',
  'ftp',
  'ftps',
  'sftp',
  'smb',
  'nfs',
  'ssh',
  'telnet',
  'ldap',
  'ldaps',
  'gopher',
  'shell',
  'search-ms',
  'hcp',
  'itms-services',
  'applescript',
  'terminal',
  'iterm2',
  'cursor',
  'jetbrains',
  'steam',
  'sms',
  'tel',
  'facetime',
]
/**
 * Families of schemes: Windows' own programs (`ms-msdt:` ran commands, CVE-2022-30190;
 * `ms-officecmd:` and `ms-settings:` are others), Apple's settings, and the editor that installs
 * extensions and opens projects (`vscode:`, `vscode-insiders:`).
 */
const DENIED_PREFIX = /^(?:ms-|x-apple|vscod)/

const schemeOf = (text: unknown): string => {
  try {
    // `URL` reads it as a browser does: without outer spaces, tabs and line breaks, in lower case.
    return typeof text === 'string' ? new URL(text).protocol.slice(0, -1) : ''
  } catch {
    return ''
  }
}

/**
 * Whether a link may open another app: https, or a scheme that an app may have registered.
 * @example isDeepLink('metamask://') // true
 * @example isDeepLink('intent://x#Intent;S.browser_fallback_url=https://evil.example;end') // false
 */
export const isDeepLink = (text: unknown): text is string => {
  const scheme = schemeOf(text)
  return (
    /^[a-z][a-z0-9+.-]*$/.test(scheme) && !DENIED.includes(scheme) && !DENIED_PREFIX.test(scheme)
  )
}
