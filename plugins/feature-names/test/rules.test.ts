import { activityNamespaces } from '@latchkey/feature-activity'
import { isLatchkeyError, type ConnectedAccount, type Network } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { names, namesNamespaces } from '../src/index.js'
import { isFresh } from '../src/lookup/cache.js'
import { coinTypeOf } from '../src/rules/coinType.js'
import { isLabel, problemOf, toLabel } from '../src/rules/label.js'
import { payloadOf, toHex } from '../src/rules/payload.js'
import { checkInUse } from '../src/rules/requirements.js'
import { isServiceName } from '../src/rules/suffix.js'
import { DEFAULT_SUFFIX, suffixOf } from '../src/rules/suffixOf.js'
import { ALICE, openSite } from './bench.js'

const NETWORK: Network = {
  id: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}
const ACCOUNT: ConnectedAccount = {
  key: '0',
  namespace: 'eip155',
  address: ALICE,
  type: 'eoa',
  connectionId: 'one',
}
const errorOf = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('The rules of a label', () => {
  it('A label has letters, digits and hyphens only [NAME-01]', () => {
    for (const label of ['ab_cd', 'ab cd', 'ab.cd', 'аbcd', 'ab\u200bcd', 'ABcd', 'ab🙂cd'])
      expect([label, problemOf(label)]).toEqual([label, 'characters'])
    for (const label of ['ab-c1', 'abcd', '1234', 'a--b']) expect(isLabel(label)).toBe(true)
  })
  it('A label has at least four characters, without the suffix [NAME-02]', () => {
    expect([problemOf('abc'), isLabel('abc')]).toEqual(['short', false])
    expect(isLabel('abcd')).toBe(true)
  })
  it('A label has at most 63 characters, and hyphens only within', () => {
    expect([isLabel('a'.repeat(63)), problemOf('a'.repeat(64))]).toEqual([true, 'long'])
    for (const label of ['-abcd', 'abcd-', 'xn--abcd', 'ab--cd'])
      expect([label, problemOf(label)]).toEqual([label, 'hyphens'])
  })
  it('Latin letters are lowered as they are typed, and others stay as they are', () => {
    expect(toLabel(' AliCE-1 ')).toBe('alice-1')
    // The sign of the Kelvin would become a k by itself.
    expect(problemOf(toLabel('\u212aing'))).toBe('characters')
  })
})

describe('The suffix', () => {
  it('The suffix is .reown.id where no zone is set [NAME-14]', async () => {
    expect([DEFAULT_SUFFIX, suffixOf(undefined)]).toEqual(['.reown.id', '.reown.id'])
    expect(suffixOf('shop.eth')).toBe('.shop.eth')
    const { api } = await openSite({ options: {}, isBare: true })
    expect(api.suffix).toBe('.reown.id')
  })
  it('The legacy suffix is still recognised, and names of ENS are not of this service [NAME-15]', () => {
    expect(isServiceName('bob.wcn.id')).toBe(true)
    expect(isServiceName('bob.reown.id')).toBe(true)
    expect(isServiceName('bob.eth')).toBe(false)
    expect(isServiceName('.reown.id')).toBe(false)
    expect(isServiceName('bob.shop.eth', '.shop.eth')).toBe(true)
  })
  it.each(['', 'eth', 'Shop.eth', '.shop.eth', 'shop eth', 'shop..eth'])(
    'The zone "%s" is refused when the plugin is made',
    (zone) => {
      const error = errorOf(() => names({ zone }))
      expect(isLatchkeyError(error, 'kernel.invalid_option')).toBe(true)
    },
  )
  it('Registering without a zone is refused when the plugin is made', () => {
    const error = errorOf(() => names({ register: true }))
    expect(isLatchkeyError(error, 'kernel.invalid_option')).toBe(true)
  })
})

describe('What is signed', () => {
  it('The payload has name, attributes and timestamp, and nothing else [ENT-48]', () => {
    expect(Object.keys(payloadOf('alice1.shop.eth', 0))).toEqual([
      'name',
      'attributes',
      'timestamp',
    ])
    expect(payloadOf('alice1', 0).name).toBe('alice1')
  })
  it('The attributes of the payload are an empty object [ENT-49]', () => {
    expect(payloadOf('alice1', 0).attributes).toEqual({})
  })
  it('The time of the payload is in whole seconds [ENT-50]', () => {
    expect(payloadOf('alice1', 1_700_000_000_999).timestamp).toBe(1_700_000_000)
  })
  it('A wallet gets the text as the bytes of UTF-8', () => {
    expect(toHex('aé')).toBe('0x61c3a9')
  })
})

describe('What a registration needs', () => {
  it('Without a network the error is "Network not found" [NAME-03]', () => {
    expect(
      errorOf(() => checkInUse({ network: undefined, account: ACCOUNT, kind: 'auth' })),
    ).toEqual(
      expect.objectContaining({ code: 'names.network_missing', message: 'Network not found' }),
    )
  })
  it('Without an account the error is "Address or auth connector not found" [NAME-04]', () => {
    expect(
      errorOf(() => checkInUse({ network: NETWORK, account: undefined, kind: 'auth' })),
    ).toEqual(expect.objectContaining({ message: 'Address or auth connector not found' }))
  })
  it('Without a connector of kind auth the error is "Address or auth connector not found" [NAME-05]', () => {
    for (const kind of [undefined, 'announced', 'external', 'walletConnect'])
      expect(errorOf(() => checkInUse({ network: NETWORK, account: ACCOUNT, kind }))).toEqual(
        expect.objectContaining({ message: 'Address or auth connector not found' }),
      )
    expect(checkInUse({ network: NETWORK, account: ACCOUNT, kind: 'auth' })).toEqual({
      network: NETWORK,
      account: ACCOUNT,
    })
  })
  it('Names and activity are for EVM chains only [CONST-11]', () => {
    expect([namesNamespaces, activityNamespaces]).toEqual([['eip155'], ['eip155']])
  })
})

describe('The coin type', () => {
  it('The coin type is 60 on Ethereum, and that of ENSIP-11 on other chains', () => {
    expect(coinTypeOf('1')).toBe(60)
    expect(coinTypeOf('8453')).toBe(2147492101)
    expect(coinTypeOf('2147483647')).toBe(4294967295)
  })
  it('From 2147483648 on the chain id is invalid for a registration, and connecting works [VALID-23]', async () => {
    for (const id of ['2147483648', '11297108109', '9007199254740991']) {
      const error = errorOf(() => coinTypeOf(id)) as Error
      expect(error.message).toMatch(/^Invalid chain id/)
      expect(error).toMatchObject({ context: { code: 32603 }, cause: { code: 32603 } })
    }
    const { api, kernel, server, wallet } = await openSite({ references: ['11297108109'] })
    expect(kernel.ports.accounts.active()?.address).toBe(ALICE)
    expect(kernel.ports.activeNetwork.current()?.id).toBe('eip155:11297108109')
    const error = (await api.register('alice1').catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toMatch(/^Invalid chain id/)
    expect(error).toMatchObject({ context: { code: 32603 } })
    expect([wallet.connection.requests, server.posted]).toEqual([[], []])
  })
})

describe('How long answers are kept', () => {
  const at = 1_700_000_000_000
  const isFreshAfter = (seconds: number, value: unknown): boolean =>
    isFresh({ at, value }, at + seconds * 1000)
  it('A name is kept for five minutes [STORE-27]', () => {
    const value = { name: 'alice.shop.eth', source: 'own', addresses: {}, attributes: {} }
    expect([isFreshAfter(299, value), isFreshAfter(301, value)]).toEqual([true, false])
  })
  it('An identity is kept for five minutes [STORE-28]', () => {
    const value = { name: 'alice.shop.eth', avatar: '' }
    expect([isFreshAfter(299, value), isFreshAfter(301, value)]).toEqual([true, false])
  })
  it('That there is no such name is kept for a minute, and an answer of the future for no time', () => {
    expect([isFreshAfter(59, null), isFreshAfter(61, null)]).toEqual([true, false])
    expect(isFreshAfter(-1, {})).toBe(false)
  })
})
