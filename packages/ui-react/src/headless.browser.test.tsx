import { isLatchkeyError, type Connector, type ConnectRequest } from '@latchkey/plugin-api'
import { StrictMode, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { cleanUp, drawWith, later } from '../test/page.js'
import {
  account,
  ADDRESS,
  adapter,
  connector,
  FakeWallet,
  makeKernel,
  network,
  OTHER,
  rejected,
  scopesOf,
  SPACE,
} from '../test/support.js'
import {
  useAccount,
  useAccounts,
  useConnect,
  useConnections,
  useEvents,
  useNetwork,
  useNetworks,
} from './index.js'

afterEach(cleanUp)

/** A host's own connect page, built only with hooks. */
function Page({ told, namespace }: { told: string[]; namespace?: string }): ReactNode {
  const flow = useConnect()
  const { disconnect } = useConnections()
  const { networks, switchNetwork } = useNetworks()
  const { accounts, select } = useAccounts()
  const used = useAccount()
  const current = useNetwork()
  useEvents('connection:established', ({ connectorId }) => void told.push(connectorId))
  const code = isLatchkeyError(flow.error)
    ? flow.error.code
    : flow.error === undefined
      ? ''
      : 'foreign'
  return (
    <>
      {flow.wallets?.map((row) => (
        <button
          key={row.id}
          onPointerEnter={() => flow.prepare(row)}
          onClick={() => flow.connect(row, namespace)}
        >
          {row.name}
        </button>
      ))}
      <button onClick={flow.cancel}>cancel</button>
      <button onClick={flow.retry}>retry</button>
      <button onClick={() => void disconnect()}>disconnect</button>
      {networks.map(({ id, name }) => (
        <button key={id} onClick={() => void switchNetwork(id)}>
          {name}
        </button>
      ))}
      {accounts.map(({ connectionId, namespace: of, key }) => (
        <button
          key={key}
          onClick={() => void select({ connectionId, namespace: of, key })}
        >{`use ${key}`}</button>
      ))}
      <output>
        {[
          flow.status,
          flow.wallet?.name,
          flow.step,
          flow.pairing?.uri,
          flow.pairing?.expiresAt,
          code,
          used?.address,
          used && current?.name,
        ]
          .filter(Boolean)
          .join(' ')}
      </output>
    </>
  )
}

function drawn(made: ReturnType<typeof makeKernel>, namespace?: string) {
  const told: string[] = []
  const opened: boolean[] = []
  later(made.kernel.ports.modal.subscribe(({ open }) => void opened.push(open)))
  const { host, unmount } = drawWith(
    made.kernel,
    <StrictMode>
      <Page told={told} {...(namespace !== undefined && { namespace })} />
    </StrictMode>,
  )
  const named = (name: string): HTMLButtonElement | undefined =>
    [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  return {
    told,
    opened,
    unmount,
    says: () => host.querySelector('output')?.textContent,
    async approach(name: string) {
      await expect.poll(() => named(name)).toBeDefined()
      named(name)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    },
    async press(name: string) {
      await expect.poll(() => named(name)).toBeDefined()
      named(name)?.click()
    },
  }
}

it('Hooks alone connect, handle a rejection, retry, switch and disconnect without a modal', async () => {
  const answers = [
    () => Promise.reject(rejected()),
    async () => new FakeWallet('r', 'Rabby', scopesOf([account(ADDRESS), account('0xsecond')])),
  ]
  const page = drawn(
    makeKernel({ connectors: [connector('Rabby', { answer: () => answers.shift()!() })] }),
  )
  await expect.poll(page.says).toBe('idle')
  await page.press('Rabby')
  await expect.poll(page.says).toBe('failed Rabby wallet.user_rejected')
  await page.press('retry')
  await expect.poll(page.says).toBe(`connected Rabby ${ADDRESS} Ink Mainnet`)
  expect(page.told).toEqual(['Rabby'])
  await page.press('Inkling')
  await expect.poll(page.says).toBe(`connected Rabby ${ADDRESS} Inkling`)
  await page.press('use 0xsecond')
  await expect.poll(page.says).toBe('connected Rabby 0xsecond Inkling')
  await page.press('disconnect')
  await expect.poll(page.says).toBe('idle Rabby')
  expect(page.opened).toEqual([])
  expect(document.querySelector('latchkey-modal')?.shadowRoot ?? null).toBeNull()
})

it('useConnect gives the link with its expiry, the link after it, and the step of the wallet', async () => {
  const steps: ConnectRequest['onStep'][] = []
  const given: { answer?: (wallet: FakeWallet) => void } = {}
  const relay = connector('Relay', {
    kind: 'walletConnect',
    availability: () => 'available',
    answer: ({ onStep }) => {
      steps.push(onStep)
      return new Promise((resolve) => (given.answer = resolve))
    },
  })
  const page = drawn(makeKernel({ connectors: [relay] }))
  await page.press('Relay')
  await expect.poll(page.says).toMatch(/^connecting Relay/)
  steps[0]?.({ step: 'uri', uri: 'wc:one@2', expiresAt: 1000 })
  await expect.poll(page.says).toBe('connecting Relay uri wc:one@2 1000')
  steps[0]?.({ step: 'uri', uri: 'wc:two@2', expiresAt: 2000 })
  await expect.poll(page.says).toBe('connecting Relay uri wc:two@2 2000')
  steps[0]?.({ step: 'confirm' })
  await expect.poll(page.says).toBe('connecting Relay confirm')
  given.answer?.(new FakeWallet('w', 'Relay', scopesOf([account(ADDRESS)])))
  await expect.poll(page.says).toBe(`connected Relay ${ADDRESS} Ink Mainnet`)
  expect(page.opened).toEqual([])
})

it('useConnect withdraws an attempt on cancel, on another connect and on unmount', async () => {
  const signals: Record<string, AbortSignal[]> = { One: [], Two: [] }
  const silent = (id: string) =>
    connector(id, {
      answer: ({ signal }) => {
        signals[id]?.push(signal)
        return new Promise(() => undefined)
      },
    })
  const page = drawn(makeKernel({ connectors: [silent('One'), silent('Two')] }))
  await page.press('One')
  await expect.poll(page.says).toMatch(/^connecting One/)
  await page.press('cancel')
  await expect.poll(page.says).toBe('idle')
  await page.press('One')
  await expect.poll(page.says).toMatch(/^connecting One/)
  await page.press('Two')
  await expect.poll(page.says).toMatch(/^connecting Two/)
  expect(signals['One']?.map(({ aborted }) => aborted)).toEqual([true, true])
  expect(signals['Two']?.map(({ aborted }) => aborted)).toEqual([false])
  page.unmount()
  await expect.poll(() => signals['Two']?.[0]?.aborted).toBe(true)
})

it('useConnect lets the connector prepare what it needs', async () => {
  const ready: string[] = []
  const own = {
    ...connector('Rabby'),
    async prepare(this: Connector) {
      ready.push(this.id)
    },
  }
  const page = drawn(makeKernel({ connectors: [own] }))
  await page.approach('Rabby')
  await expect.poll(() => ready).toEqual(['Rabby'])
})

it('useConnect asks the connector of the wanted namespace, for that namespace alone', async () => {
  const asked: string[] = []
  const way = (id: string, namespaces: readonly string[]) =>
    connector(id, {
      name: 'Both',
      namespaces,
      answer: ({ networks }) => {
        asked.push(`${id} ${networks.map(({ id: of }) => of).join()}`)
        return new FakeWallet(id, id, scopesOf([account(`${OTHER}-account`, OTHER)]))
      },
    })
  const page = drawn(
    makeKernel({
      connectors: [way('first', [SPACE]), way('second', [OTHER])],
      networks: [network('1', 'Ink Mainnet'), network('9', 'Oak', { namespace: OTHER })],
      adapters: [adapter(SPACE), adapter(OTHER)],
    }),
    OTHER,
  )
  await page.press('Both')
  await expect.poll(page.says).toBe('connected Both oak-account Oak')
  expect(asked).toEqual(['second oak:9'])
})
