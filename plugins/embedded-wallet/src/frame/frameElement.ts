import { PROTOCOL_VERSION } from '../protocol/index.js'

/** As narrow as passkeys, windows and storage access permit. */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-storage-access-by-user-activation',
].join(' ')
/** Features that the frame may use, each for its own origin only. */
const FEATURES = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'storage-access',
  'clipboard-write',
]

export interface FrameAddress {
  /** Of the service, `https://secure.shop.example`. */
  url: string
  projectId: string
  chainId: number | string
  enableLogger: boolean
  /** BCP 47. */
  lang: string
}

/** The address of the frame's page, with its query parameters. */
export function frameAddress({ url, ...parameters }: FrameAddress): URL {
  const address = new URL('frame', url.endsWith('/') ? url : `${url}/`)
  const { projectId, chainId, enableLogger, lang } = parameters
  const query = { projectId, chainId, version: PROTOCOL_VERSION, enableLogger, lang }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  return address
}

/** The frame, hidden and not yet in a document. It has its address before it is inserted. */
export function createFrameElement(address: URL): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', SANDBOX)
  frame.setAttribute('allow', FEATURES.map((name) => `${name} ${address.origin}`).join('; '))
  frame.referrerPolicy = 'strict-origin'
  frame.src = address.href
  return frame
}
