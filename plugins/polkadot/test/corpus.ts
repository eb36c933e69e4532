import type { ConnectedAccount } from '@latchkey/plugin-api'
import { Metadata, TypeRegistry } from '@polkadot/types'
import { defineCase, type Corpus } from '../../../tools/tests/corpus/src/case.js'
import { toNetwork } from '../src/chain/chains.js'
import { describe } from '../src/describe/describe.js'
import { english } from '../src/messages.js'
import { kusama, westend } from '../src/chain/networks.js'
import { encodeRuntime } from './smallRuntime.js'

const registry = new TypeRegistry()
registry.setMetadata(new Metadata(registry, encodeRuntime()))
const api = {
  createType: (name: string, value: unknown) => registry.createType(name, value),
} as never

const ME = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const OTHER = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const KEY = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'
const ID = `00${KEY}`
/** A call: its name, and its bytes after the numbers of pallet and call. */
interface Step {
  call: string
  bytes: string
}
type Request =
  | { calls: readonly Step[]; payload?: object; params?: object }
  | { message: string; params?: object }

const call = (name: string, bytes: string, more: object = {}): Request => ({
  calls: [{ call: name, bytes }],
  ...more,
})
const PAY: Step = { call: 'balances.transfer_keep_alive', bytes: `0503${ID}0b0098f73e5d01` }
const batch = (...calls: readonly Step[]): Step => ({
  call: `utility.batch(${calls.map((each) => each.call).join()})`,
  bytes: `1a00${(calls.length * 4).toString(16).padStart(2, '0')}${calls.map(({ bytes }) => bytes).join('')}`,
})
const PROXY: Step = { call: 'proxy.add_proxy', bytes: `1d01${ID}0000000000` }

function ask(request: Request) {
  const about = (method: string, params: object) =>
    describe(
      {
        network: toNetwork(westend),
        method,
        params,
        account: { address: ME } as ConnectedAccount,
        host: 'shop.example',
      },
      async () => api,
    )
  if ('message' in request)
    return about('polkadot_signMessage', {
      address: ME,
      message: request.message,
      ...request.params,
    })
  const [first] = request.calls
  return about('polkadot_signTransaction', {
    address: ME,
    transactionPayload: {
      address: ME,
      genesisHash: westend.genesisHash,
      method: `0x${first!.bytes}`,
      ...request.payload,
    },
    ...request.params,
  })
}
const signIn = (domain: string, uri: string): Request => ({
  message: `${domain} wants you to sign in with your Polkadot account:\n${ME}\n\nURI: ${uri}`,
})

export const corpus: Corpus<Request> = {
  texts: english,
  describe: ask,
  cases: [
    defineCase(
      'proxy for anything',
      'proxy phishing: add_proxy Any',
      call(PROXY.call, PROXY.bytes),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['delegate', OTHER]],
      true,
    ),
    defineCase(
      'proxy behind a payment',
      'batch with add_proxy',
      { calls: [batch(PAY, PROXY)] },
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['polkadot.call', '2 · proxy.addProxy']],
      true,
    ),
    defineCase(
      'proxy within the call of a proxy',
      'proxy.proxy with add_proxy',
      call('proxy.proxy(proxy.add_proxy)', `1d00${ID}00${PROXY.bytes}`),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['polkadot.call', '1 · proxy.addProxy']],
      true,
    ),
    defineCase(
      'pure proxy',
      'pure proxies',
      call('proxy.create_pure', '1d04000000000000000000'),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['polkadot.call', 'createPure']],
      true,
    ),
    defineCase(
      'pure proxy lost',
      'kill_pure, funds lost for ever',
      call('proxy.kill_pure', `1d05${ID}0000000000`),
      'polkadot.loseAccount',
      ['polkadot.losesAccount'],
      ['spawner'],
      true,
    ),
    defineCase(
      'call announced as a hash',
      'proxy.announce',
      call('proxy.announce', `1d06${ID}${KEY}`),
      'polkadot.signTransaction',
      ['polkadot.laterCall', 'polkadot.hashOnly'],
      ['call_hash'],
    ),
    defineCase(
      'friends that may take the account',
      'recovery.create_recovery; audit, HELD',
      call('recovery.create_recovery', `1e0204${KEY}0100000000000000`),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['friends', OTHER]],
      true,
    ),
    defineCase(
      'friends that are none',
      'empty lists; audit M6b',
      call('recovery.create_recovery of nobody', '1e02000000000000000000'),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['friends', '[]']],
      true,
    ),
    defineCase(
      'account recovered by another',
      'recovery.set_recovered',
      call('recovery.set_recovered', `1e01${ID}${ID}`),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      ['rescuer'],
      true,
    ),
    defineCase(
      'vouching for a rescuer',
      'recovery.vouch_recovery',
      call('recovery.vouch_recovery', `1e04${ID}${ID}`),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      ['rescuer'],
      true,
    ),
    defineCase(
      'call as a recovered account',
      'recovery.as_recovered',
      call('recovery.as_recovered(proxy.add_proxy)', `1e00${ID}${PROXY.bytes}`),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      [['polkadot.call', '1 · proxy.addProxy']],
      true,
    ),
    defineCase(
      'controller of a stake',
      'staking.set_controller',
      call('staking.set_controller', `1f08${ID}`),
      'polkadot.changeStaking',
      ['polkadot.stakingGoes'],
      [['controller', OTHER]],
      true,
    ),
    defineCase(
      'rewards to another',
      'staking.set_payee Account',
      call('staking.set_payee Account', `1f0703${KEY}`),
      'polkadot.changeStaking',
      ['polkadot.stakingGoes'],
      ['payee'],
      true,
    ),
    defineCase(
      'multisig by hash',
      'multisig.approve_as_multi; Radiant-like blind approvals',
      call('multisig.approve_as_multi', `20020200000004${KEY}${KEY}`),
      'polkadot.signTransaction',
      ['polkadot.laterCall', 'polkadot.hashOnly'],
      ['call_hash'],
    ),
    defineCase(
      'proxy by a multisig',
      'multisig.as_multi_threshold_1',
      call('multisig.as_multi_threshold_1(proxy.add_proxy)', `200004${KEY}${PROXY.bytes}`),
      'polkadot.handOver',
      ['polkadot.handsOver'],
      ['other_signatories'],
      true,
    ),
    defineCase(
      'tokens approved',
      'assets.approve_transfer',
      call('assets.approve_transfer', `210001000000${ID}04`),
      'polkadot.approve',
      ['polkadot.canSpend'],
      [['delegate', OTHER]],
      true,
    ),
    defineCase(
      'token given away',
      'assets.transfer_ownership',
      call('assets.transfer_ownership', `210101000000${ID}`),
      'polkadot.changeOwner',
      ['polkadot.ownerGoes'],
      [['owner', OTHER]],
      true,
    ),
    defineCase(
      'team of a token changed',
      'assets.set_team',
      call('assets.set_team', `210201000000${ID}${ID}${ID}`),
      'polkadot.changeOwner',
      ['polkadot.ownerGoes'],
      ['admin'],
      true,
    ),
    defineCase(
      'votes delegated',
      'convictionVoting.delegate',
      call('convictionVoting.delegate', `220100000000${ID}${'00'.repeat(16)}`),
      'polkadot.delegateVotes',
      ['polkadot.votes'],
      ['to'],
      true,
    ),
    defineCase(
      'contract called with data that spells a text',
      'contracts.call',
      call('contracts.call', `2306${ID}001064726f70`),
      'polkadot.signTransaction',
      ['polkadot.contractCall'],
      [['data', '0x64726f70']],
    ),
    defineCase(
      'keys of a validator',
      'session.set_keys',
      call('session.set_keys', `2400${KEY}00`),
      'polkadot.changeKeys',
      ['polkadot.keysGo'],
      ['keys'],
    ),
    defineCase(
      'stake whose rewards go to another',
      'staking.bond with a payee; audit M6',
      call('staking.bond Account', `1f000403${KEY}`),
      'polkadot.changeStaking',
      ['polkadot.stakingGoes'],
      [['payee', 'account']],
      true,
    ),
    defineCase(
      'assets to another network',
      'XCM transfers to lookalike chains; audit M6',
      call('xcmPallet.limited_reserve_transfer_assets', `630803${KEY}03${KEY}00000000`),
      'polkadot.signTransaction',
      ['polkadot.elsewhere'],
      ['beneficiary'],
      true,
    ),
    defineCase(
      'assets to another network, with a programme for it',
      'custom_xcm_on_dest; audit M6',
      call('xcmPallet.transfer_assets_using_type_and_then', `630d03${KEY}0000000003${KEY}`),
      'polkadot.signTransaction',
      ['polkadot.elsewhere'],
      ['custom_xcm_on_dest'],
    ),
    defineCase(
      'remark that nobody can read',
      'system.remark',
      call('system.remark of bytes', '00000cff0001'),
      'polkadot.signTransaction',
      [],
      [['remark', '0xff0001']],
    ),
    defineCase(
      'payment on another network',
      'genesis hash',
      { calls: [PAY], payload: { genesisHash: kusama.genesisHash } },
      'polkadot.send',
      ['polkadot.otherNetwork'],
      ['polkadot.chain'],
    ),
    defineCase(
      'payment with a field of the future',
      'audit M6',
      { calls: [PAY], payload: { assetRate: '1' } },
      'polkadot.send',
      [],
      ['polkadot.to'],
    ),
    defineCase(
      'payment with a tip',
      'tips as theft',
      { calls: [PAY], payload: { tip: '0x5af3107a4000' }, params: { address: OTHER } },
      'polkadot.send',
      ['polkadot.otherAccount'],
      ['polkadot.tip'],
      true,
    ),
    defineCase(
      'message with a field beside it',
      'audit M6',
      { message: 'Hi', params: { type: 'payload' } },
      'polkadot.signMessage',
      [],
      ['polkadot.message'],
    ),
    defineCase(
      'bytes in place of a message',
      'signRaw of a payload',
      { message: '0xff00' },
      'polkadot.signMessage',
      ['polkadot.unreadable'],
      ['polkadot.message'],
    ),
    defineCase(
      'sign-in of another site',
      'relayed sign-in',
      signIn('evil.example', 'https://evil.example'),
      'polkadot.signIn',
      ['polkadot.otherDomain'],
      ['polkadot.domain'],
      true,
    ),
    defineCase(
      'sign-in at another address',
      'audit L4',
      signIn('shop.example', 'https://evil.example'),
      'polkadot.signIn',
      ['polkadot.otherUri'],
      [['polkadot.signInUri', 'evil.example']],
    ),
  ],
}
