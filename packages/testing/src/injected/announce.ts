import type { Eip1193Provider } from '../wallet/types.js'

export interface AnnouncedInfo {
  uuid: string
  name: string
  icon: string
  rdns: string
}

/** Announces a provider by EIP-6963, now and whenever a site asks. @returns stops it */
export function announce(
  target: Window,
  info: AnnouncedInfo,
  provider: Eip1193Provider,
): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const tell = () => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  target.addEventListener('eip6963:requestProvider', tell)
  tell()
  return () => target.removeEventListener('eip6963:requestProvider', tell)
}
