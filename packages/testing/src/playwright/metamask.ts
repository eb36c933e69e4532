import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { createMetaMaskBackground } from '../metamask/wallet.js'
import type { MetaMaskInfo, MetaMaskWindow } from '../metamask/inpage.js'
import type {
  Approval,
  Prompt,
  PromptKind,
  RequestArguments,
  WalletControl,
} from '../wallet/types.js'
import type { WalletOptions } from '../wallet/core.js'
import { bundle } from './bundle.js'
import { waitForPrompt } from './waitForPrompt.js'

export interface MetaMaskOptions extends Omit<WalletOptions, 'ui'> {
  /**
   * Whether requests are approved at once; default true. With false they wait for `approve()` and
   * `reject()`.
   */
  approve?: boolean
  /** Whether it also sits at `window.ethereum`; default true, as MetaMask does. */
  legacy?: boolean
  info?: Partial<MetaMaskInfo>
}

/** The wallet's side, which lives in the test runner: all calls act at once. */
export interface MetaMaskHandle extends Omit<WalletControl, 'approve' | 'reject'> {
  /** Waits up to 5 s for a prompt (of this kind) and approves it. */
  approve(kind?: PromptKind, approval?: Approval): Promise<Prompt>
  reject(kind?: PromptKind): Promise<Prompt>
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23f6851b'/%3E%3C/svg%3E"

/**
 * Installs MetaMask's own inpage provider (`@metamask/providers`) in every document that the page
 * loads from now on. Behind it stands our wallet's logic, in the test runner.
 * @example const metamask = await installMetaMask(page, { chains: localnet.chains, accounts:
 * localnet.accounts })
 */
export async function installMetaMask(
  page: Page,
  { approve = true, legacy = true, info, ...options }: MetaMaskOptions,
): Promise<MetaMaskHandle> {
  const notify = (method: string, params: unknown) => {
    // A page that is just being replaced hears nothing; the next document asks for the whole state.
    page
      .evaluate((message) => (window as MetaMaskWindow).__metamaskNotify?.(message), {
        jsonrpc: '2.0',
        method,
        params,
      })
      .catch(() => {})
  }
  const { control, answer } = createMetaMaskBackground(
    { ...options, ui: approve ? 'auto' : 'manual' },
    notify,
  )
  const providerInfo: MetaMaskInfo = {
    uuid: randomUUID(),
    name: 'MetaMask',
    icon,
    rdns: 'io.metamask',
    ...info,
  }
  await page.exposeBinding(
    '__metamaskRequest',
    (_source, message: RequestArguments & { id: unknown }) => answer(message),
  )
  await page.addInitScript({
    content: `(() => { ${bundle('metamask')}\n;MetaMaskInpage.install(${JSON.stringify(providerInfo)}, ${legacy}) })()`,
  })

  return Object.defineProperties({} as MetaMaskHandle, {
    ...Object.getOwnPropertyDescriptors(control),
    approve: {
      value: async (kind?: PromptKind, approval?: Approval) => {
        const prompt = await waitForPrompt(() => control, kind)
        control.approve(prompt.id, approval)
        return prompt
      },
    },
    reject: {
      value: async (kind?: PromptKind) => {
        const prompt = await waitForPrompt(() => control, kind)
        control.reject(prompt.id)
        return prompt
      },
    },
  })
}
