import { isFrameNetwork } from '@latchkey/embedded-wallet/protocol'
import { parse } from 'valibot'
import { CONFIG_ID, frameQuery, pageConfig, type PageConfig } from '../../contract/page.js'

/** The settings of the page: of the service, and of its own address. */
export interface FrameConfig extends PageConfig {
  /** CAIP-2 id of the network that the page names, Ethereum where it names none of the frame's. */
  chainId: string
  enableLogger: boolean
  lang: string
}

const ETHEREUM = 'eip155:1'

function toCaip2(text = ETHEREUM): string {
  const id = /^\d+$/.test(text) ? `eip155:${text}` : text
  return isFrameNetwork(id) ? id : ETHEREUM
}

/**
 * Reads the settings that the service wrote into the page, and the page's query.
 * @throws Error where the page was not served by the service
 */
export function readConfig(page: Document, address: URL): FrameConfig {
  const settings = parse(pageConfig, JSON.parse(page.getElementById(CONFIG_ID)?.textContent ?? ''))
  const { projectId, chainId, enableLogger, lang } = parse(
    frameQuery,
    Object.fromEntries(address.searchParams),
  )
  return {
    ...settings,
    projectId: settings.projectId || projectId,
    chainId: toCaip2(chainId),
    enableLogger: enableLogger === 'true',
    lang: lang ?? navigator.language,
  }
}
