import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { makeKernel } from '../test/support.js'
import * as elements from './elements/index.js'
import {
  AccountButton,
  ConnectButton,
  EmbeddedModal,
  LatchkeyProvider,
  mountModal,
  NetworkButton,
  useAccount,
  useBalance,
  useConnections,
  useLatchkey,
  useModal,
  useNetwork,
  useTheme,
  useWallets,
} from './index.js'
import * as kit from './kit/index.js'

function Page() {
  const { status, network } = useLatchkey()
  const all = [useAccount(), useNetwork(), useBalance().amount, useWallets(), network]
  return (
    <p>
      {status} {all.filter((each) => each !== undefined).length}{' '}
      {useConnections().connections.length} {String(useModal().isOpen)} {useTheme().mode}
    </p>
  )
}

it('Without a window the package renders skeletons, no account and no style that a policy blocks', () => {
  expect(typeof window).toBe('undefined')
  expect([typeof elements.defineElements, typeof kit.Row]).toEqual(['function', 'object'])
  const { kernel } = makeKernel()
  const html = renderToString(
    <LatchkeyProvider kernel={kernel}>
      <ConnectButton className="mine" />
      <AccountButton />
      <NetworkButton>Network</NetworkButton>
      <EmbeddedModal kernel={kernel} />
      <Page />
    </LatchkeyProvider>,
  )
  expect(html).not.toContain('style=')
  expect(html).not.toMatch(/Connect wallet|Ink Mainnet/)
  expect(html).toContain(
    '<span class="mine"><svg width="148" height="40" aria-hidden="true"></svg></span>',
  )
  expect(html).toContain('<span slot="label">Network</span>')
  expect(html.replaceAll('<!-- -->', '')).toContain('<p>restoring 0 0 false dark</p>')
  expect(() => mountModal(kernel)()).not.toThrow()
  expect(() => elements.defineElements()).not.toThrow()
  kernel.dispose()
})
