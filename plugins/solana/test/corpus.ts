import type { ConnectedAccount } from '@latchkey/plugin-api'
import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { defineCase, type Corpus } from '../../../tools/tests/corpus/src/case.js'
import { toBase58 } from '../src/chain/base58.js'
import { describe } from '../src/describe/describe.js'
import { english } from '../src/messages.js'
import { solanaMainnet as network } from '../src/chain/networks.js'

const ME = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const OTHER = 'So11111111111111111111111111111111111111112'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const STAKE = 'Stake11111111111111111111111111111111111111'
const VOTE = 'Vote111111111111111111111111111111111111111'
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const BUDGET = 'ComputeBudget111111111111111111111111111111'
const KEY = [...new PublicKey(OTHER).toBytes()]
const u64 = (value: bigint): number[] => [...new Uint8Array(new BigUint64Array([value]).buffer)]
const ALL = u64(2n ** 64n - 1n)

/**
 * One instruction: its program, its name in words, its bytes and accounts. The last account signs
 * where it is `ME`.
 */
interface Step {
  program: string
  what: string
  data: readonly number[]
  accounts: readonly string[]
}
type Request =
  | { steps: readonly Step[]; table?: boolean; more?: object }
  | { text: string; pubkey?: string }
  | { bytes: 'transaction' | 'noise' }

const step = (
  program: string,
  what: string,
  data: readonly number[],
  ...accounts: readonly string[]
): Step => ({ program, what, data, accounts })
const tx = (...steps: readonly Step[]): Request => ({ steps })
const PAY = step(SYSTEM, 'transfer', [2, 0, 0, 0, ...u64(1_000_000n)], ME, OTHER)

function encode({ steps, table }: { steps: readonly Step[]; table?: boolean }): Uint8Array {
  const instructions = steps.map(
    ({ program, data, accounts }) =>
      new TransactionInstruction({
        programId: new PublicKey(program),
        data: Buffer.from(data),
        keys: accounts.map((name) => ({
          pubkey: new PublicKey(name),
          isSigner: name === ME,
          isWritable: true,
        })),
      }),
  )
  const message = new TransactionMessage({
    payerKey: new PublicKey(ME),
    recentBlockhash: OTHER,
    instructions,
  })
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [new PublicKey(OTHER)],
  }
  return new VersionedTransaction(
    table
      ? message.compileToV0Message([
          new AddressLookupTableAccount({ key: new PublicKey(TOKEN), state }),
        ])
      : message.compileToLegacyMessage(),
  ).serialize()
}

function ask(request: Request) {
  const about = (method: string, params: unknown) =>
    describe({
      network,
      method,
      params,
      account: { address: ME } as ConnectedAccount,
      host: 'shop.example',
    })
  if ('steps' in request)
    return about('solana_signTransaction', {
      transaction: Buffer.from(encode(request)).toString('base64'),
      ...request.more,
    })
  const bytes =
    'text' in request
      ? Buffer.from(request.text)
      : request.bytes === 'noise'
        ? Buffer.from([255, 0, 1])
        : encode({ steps: [PAY] }).slice(65)
  return about('solana_signMessage', {
    message: toBase58(bytes),
    pubkey: 'text' in request ? (request.pubkey ?? ME) : ME,
  })
}

export const corpus: Corpus<Request> = {
  texts: english,
  describe: ask,
  cases: [
    defineCase(
      'account assigned to a program',
      'Owner phishing, Scam Sniffer 2025: System assign',
      tx(step(SYSTEM, 'assign', [1, 0, 0, 0, ...KEY], ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.newAuthority', OTHER]],
      true,
    ),
    defineCase(
      'account assigned, with an account more',
      'programs do not mind what they do not read',
      tx(step(SYSTEM, 'assign', [1, 0, 0, 0, ...KEY], ME, OTHER)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.newAuthority', OTHER], 'solana.data'],
    ),
    defineCase(
      'token account given away',
      'SetAuthority drainers, 2024',
      tx(step(TOKEN, 'setAuthority AccountOwner', [6, 2, 1, ...KEY], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [
        ['solana.authorityKind', 'AccountOwner'],
        ['solana.newAuthority', OTHER],
      ],
      true,
    ),
    defineCase(
      'right to close given away',
      'SetAuthority CloseAccount',
      tx(step(TOKEN, 'setAuthority CloseAccount', [6, 3, 1, ...KEY], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.authorityKind', 'CloseAccount']],
      true,
    ),
    defineCase(
      'right to mint given away',
      'rug pulls: SetAuthority MintTokens',
      tx(step(TOKEN, 'setAuthority MintTokens', [6, 0, 1, ...KEY], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.authorityKind', 'MintTokens']],
      true,
    ),
    defineCase(
      'right to freeze given up for ever',
      'SetAuthority without a new one',
      tx(step(TOKEN, 'setAuthority FreezeAccount none', [6, 1, 0], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.newAuthority', '–']],
      true,
    ),
    defineCase(
      'token account given away, with bytes behind it',
      'token program reads no further',
      tx(step(TOKEN, 'setAuthority with a rest', [6, 2, 1, ...KEY, 0], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.newAuthority', OTHER], 'solana.data'],
    ),
    defineCase(
      'permanent delegate given away',
      'Token-2022 PermanentDelegate',
      tx(step(TOKEN_2022, 'setAuthority PermanentDelegate', [6, 8, 1, ...KEY], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.authorityKind', 'PermanentDelegate']],
      true,
    ),
    defineCase(
      'transfer hook given away',
      'Token-2022 TransferHook',
      tx(step(TOKEN_2022, 'setAuthority TransferHookProgramId', [6, 10, 1, ...KEY], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.authorityKind', 'TransferHookProgramId']],
      true,
    ),
    defineCase(
      'tokens approved',
      'Solana drainers, 2023: Approve',
      tx(step(TOKEN, 'approve', [4, ...u64(5n)], MINT, OTHER, ME)),
      'solana.approve',
      ['solana.approval'],
      [['solana.spender', OTHER]],
    ),
    defineCase(
      'all tokens approved',
      'Approve of the largest u64',
      tx(step(TOKEN, 'approveChecked all', [13, ...ALL, 6], MINT, MINT, OTHER, ME)),
      'solana.approve',
      ['solana.unlimited'],
      ['solana.spender', 'solana.mint'],
      true,
    ),
    defineCase(
      'tokens approved, with an account more',
      'programs do not mind what they do not read',
      tx(step(TOKEN, 'approve and an account', [4, ...u64(5n)], MINT, OTHER, ME, OTHER)),
      'solana.approve',
      ['solana.approval'],
      [['solana.spender', OTHER], 'solana.data'],
    ),
    defineCase(
      'account closed in favour of another',
      'CloseAccount rent theft',
      tx(step(TOKEN, 'closeAccount', [9], MINT, OTHER, ME)),
      'solana.closeAccount',
      ['solana.otherReceiver'],
      [['solana.remainder', OTHER]],
      true,
    ),
    defineCase(
      'token whose mint may charge',
      'Token-2022 TransferFee; audit, HELD',
      tx(step(TOKEN_2022, 'transferChecked', [12, ...u64(5n), 6], MINT, MINT, OTHER, ME)),
      'solana.sendToken',
      ['solana.mayCharge'],
      ['solana.mint'],
    ),
    defineCase(
      'token without its decimals',
      'Transfer, unchecked',
      tx(step(TOKEN, 'transfer', [3, ...u64(5n)], MINT, OTHER, ME)),
      'solana.sendToken',
      [],
      ['solana.baseUnits'],
    ),
    defineCase(
      'transaction that never expires',
      'durable nonces; drainers that wait',
      tx(step(SYSTEM, 'advanceNonce', [4, 0, 0, 0], OTHER, MINT, ME), PAY),
      'solana.sendSol',
      ['solana.noExpiry'],
      [['solana.durableNonce', OTHER]],
      true,
    ),
    defineCase(
      'nonce account given away',
      'AuthorizeNonceAccount',
      tx(step(SYSTEM, 'authorizeNonce', [7, 0, 0, 0, ...KEY], MINT, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.authorityKind', 'Nonce']],
      true,
    ),
    defineCase(
      'accounts that only a node can read',
      'address lookup tables',
      { steps: [step(MINT, 'swap', [1], ME, OTHER), PAY], table: true },
      'solana.signTransaction',
      ['solana.lookup'],
      ['solana.lookupTable'],
    ),
    defineCase(
      'right to withdraw stake given away',
      'Stake Authorize',
      tx(step(STAKE, 'authorize withdrawer', [1, 0, 0, 0, ...KEY, 1, 0, 0, 0], MINT, OTHER, ME)),
      'solana.setAuthority',
      ['solana.authority'],
      [
        ['solana.authorityKind', 'Withdrawer'],
        ['solana.newAuthority', OTHER],
      ],
      true,
    ),
    defineCase(
      'right to delegate stake given away',
      'Stake AuthorizeChecked',
      tx(step(STAKE, 'authorizeChecked staker', [10, 0, 0, 0, 0, 0, 0, 0], MINT, OTHER, ME, OTHER)),
      'solana.setAuthority',
      ['solana.authority'],
      [
        ['solana.authorityKind', 'Staker'],
        ['solana.newAuthority', OTHER],
      ],
      true,
    ),
    defineCase(
      'stake of a seed given away',
      'Stake AuthorizeWithSeed',
      tx(
        step(
          STAKE,
          'authorizeWithSeed',
          [8, 0, 0, 0, ...KEY, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...KEY],
          MINT,
          ME,
          OTHER,
        ),
      ),
      'solana.setAuthority',
      ['solana.authority'],
      ['solana.newAuthority'],
    ),
    defineCase(
      'stake withdrawn to another',
      'Stake Withdraw',
      tx(
        step(STAKE, 'withdraw', [4, 0, 0, 0, ...u64(5n)], MINT, OTHER, OTHER, OTHER, ME),
        step(MINT, 'note', [0], ME),
      ),
      'solana.signTransaction',
      [],
      [['solana.to', OTHER]],
    ),
    defineCase(
      'vote account given away',
      'Vote Authorize',
      tx(
        step(
          VOTE,
          'authorize withdrawer of votes',
          [1, 0, 0, 0, ...KEY, 1, 0, 0, 0],
          MINT,
          OTHER,
          ME,
        ),
      ),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.authorityKind', 'Withdrawer']],
      true,
    ),
    defineCase(
      'program given away',
      'upgradeable loader SetAuthority',
      tx(step(LOADER, 'setAuthority', [4, 0, 0, 0], MINT, ME, OTHER)),
      'solana.setAuthority',
      ['solana.authority'],
      [['solana.newAuthority', OTHER]],
      true,
    ),
    defineCase(
      'program replaced',
      'Loopscale and others: Upgrade',
      tx(step(LOADER, 'upgrade', [3, 0, 0, 0], MINT, OTHER, MINT, ME, OTHER, OTHER, ME)),
      'solana.upgradeProgram',
      ['solana.otherCode'],
      [['solana.newCode', MINT]],
    ),
    defineCase(
      'program closed',
      'upgradeable loader Close',
      tx(step(LOADER, 'close', [5, 0, 0, 0], MINT, OTHER, ME)),
      'solana.closeAccount',
      ['solana.otherReceiver'],
      ['solana.remainder'],
    ),
    defineCase(
      'program that nobody knows',
      'drainer programs',
      tx(step(MINT, 'unknown', [1, 2, 3], ME, OTHER)),
      'solana.callProgram',
      [],
      [['solana.program', MINT], 'solana.data'],
    ),
    defineCase(
      'fee far above the usual',
      'priority fee traps',
      tx(step(BUDGET, 'price', [3, ...u64(1_000_000_000_000n)]), PAY),
      'solana.sendSol',
      ['solana.highFee'],
      ['solana.priorityFee'],
      true,
    ),
    defineCase(
      'field of the future',
      'audit M6',
      { steps: [PAY], more: { intent: 'gift' } },
      'solana.sendSol',
      [],
      ['solana.to'],
    ),
    defineCase(
      'transaction in place of a message',
      'blind signMessage',
      { bytes: 'transaction' },
      'solana.signMessage',
      ['solana.isTransaction'],
      ['solana.message'],
    ),
    defineCase(
      'bytes in place of a message',
      'blind signMessage',
      { bytes: 'noise' },
      'solana.signMessage',
      ['solana.unreadable'],
      ['solana.message'],
    ),
    defineCase(
      'sign-in of another site',
      'relayed sign-in',
      {
        text: `evil.example wants you to sign in with your Solana account:\n${ME}\n\nURI: https://evil.example`,
      },
      'solana.signIn',
      ['solana.otherDomain'],
      ['solana.domain'],
      true,
    ),
    defineCase(
      'sign-in at another address',
      'audit L4',
      {
        text: `shop.example wants you to sign in with your Solana account:\n${ME}\n\nURI: https://evil.example`,
      },
      'solana.signIn',
      ['solana.otherUri'],
      [['solana.signInUri', 'evil.example']],
    ),
    defineCase(
      'message for another account',
      'wallets with many accounts',
      { text: 'Hi', pubkey: OTHER },
      'solana.signMessage',
      ['solana.otherAccount'],
      ['solana.account'],
      true,
    ),
  ],
}
