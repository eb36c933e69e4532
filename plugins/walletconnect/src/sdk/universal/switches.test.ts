import { expect, it } from 'vitest'
import { Switches, type SwitchNeeds } from './switches.js'

const CONNECTION = {
  id: 'topic',
  connectorId: 'walletConnect',
  scopes: { eip155: { networks: 'any' } },
}

/** Switches of a kernel that waits until the test ends each. */
function open() {
  const asked: { chain: string; agree(): void; refuse(error: Error): void }[] = []
  const aligned: string[] = []
  const switches = new Switches({
    connectorId: 'walletConnect',
    topic: () => 'topic',
    align: (namespace: string) => void aligned.push(namespace),
    ctx: {
      connections: {
        get: () => ({
          connections: [CONNECTION],
          namespaces: { eip155: { connectionId: 'topic' } },
        }),
      },
      activeNetwork: {
        switch: (chain: string) =>
          new Promise<void>((agree, refuse) => void asked.push({ chain, agree, refuse })),
      },
    },
  } as unknown as SwitchNeeds)
  return { switches, asked, aligned }
}

it('Of two switches that run in a namespace, only the last to end brings the provider to the kernel', async () => {
  const { switches, asked, aligned } = open()
  const first = switches.run('eip155:10')
  const second = switches.run('eip155:137')
  asked[0]!.refuse(new Error('Another network was chosen instead.'))
  await expect(first).rejects.toThrow('Another network')
  expect(switches.isRunning('eip155')).toBe(true)
  expect(aligned).toEqual([])
  asked[1]!.agree()
  await second
  expect(switches.isRunning('eip155')).toBe(false)
  expect(aligned).toEqual(['eip155'])
})
