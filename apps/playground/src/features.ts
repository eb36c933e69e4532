/**
 * The plugins of the page that can be switched on and off. A kernel gets its plugins when it is
 * created, so a change reloads the page.
 */
export interface Features {
  /** `asked`: only where the page asks for it. */
  siwx: 'off' | 'optional' | 'required' | 'asked'
  /** Whether requests of the page itself are previewed too, and not only those of plugins. */
  hostPreviews: boolean
  /**
   * Whether wallets are offered that open by a link or in a window of their own. The settings do not
   * show it: set `playground:linked-wallets` to `on` in the page's local storage.
   */
  linkedWallets: boolean
}
/** Every feature switched on: the page's Content-Security-Policy must allow what any of them reaches. */
export const ALL_FEATURES: Features = { siwx: 'optional', hostPreviews: true, linkedWallets: true }

const SIWX_KEY = 'playground:siwx'
const PREVIEWS_KEY = 'playground:host-previews'
const LINKED_WALLETS_KEY = 'playground:linked-wallets'

/** Reads the features from the local storage. Everything is off on the first visit. */
export function loadFeatures(): Features {
  const siwx = localStorage.getItem(SIWX_KEY)
  return {
    siwx: siwx === 'optional' || siwx === 'required' ? siwx : 'off',
    hostPreviews: localStorage.getItem(PREVIEWS_KEY) === 'on',
    linkedWallets: localStorage.getItem(LINKED_WALLETS_KEY) === 'on',
  }
}
/** Stores the features of the settings and reloads the page. */
export function changeFeatures({ siwx, hostPreviews }: Features): void {
  localStorage.setItem(SIWX_KEY, siwx)
  localStorage.setItem(PREVIEWS_KEY, hostPreviews ? 'on' : 'off')
  location.reload()
}
