/**
 * Which links may open another app. An entry of its own: whoever opens, stores or reads back such a link asks here, so that there is one list of what is refused.
 * @packageDocumentation
 */

/**
 * Schemes that open no wallet: they run a script, show text of somebody else's as a page, read something local, are the page itself or another page of the browser,
 * hand a browser a page to go to where no app answers (`intent`), or start a program of the system that takes commands.
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
]
/** Windows' own programs: `ms-msdt:` ran commands (CVE-2022-30190), `ms-officecmd:`, `ms-settings:` and their like follow. */
const DENIED_PREFIX = /^ms-/

const schemeOf = (text: unknown): string => {
  try {
    // As a browser reads it: without spaces around it, tabs and line breaks, and in small letters.
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
