// Compares previews with what two other libraries read in the same bytes.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import {
  getApproveCheckedInstructionDataEncoder,
  getApproveInstructionDataEncoder,
  getCloseAccountInstructionDataEncoder,
  getCreateAssociatedTokenIdempotentInstructionDataEncoder,
  getRevokeInstructionDataEncoder,
  getSetAuthorityInstructionDataEncoder,
  getTransferCheckedInstructionDataEncoder,
  getTransferInstructionDataEncoder,
  identifyTokenInstruction,
  parseApproveCheckedInstruction,
  parseApproveInstruction,
  parseCloseAccountInstruction,
  parseRevokeInstruction,
  parseSetAuthorityInstruction,
  parseTransferCheckedInstruction,
  parseTransferInstruction,
  parseCreateAssociatedTokenIdempotentInstruction,
  AuthorityType,
  TokenInstruction,
} from '@solana-program/token'
import {
  AccountRole,
  address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type AccountMeta,
  type Address,
} from '@solana/kit'
import {
  AddressLookupTableAccount,
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, it } from 'vitest'
import { describe } from '../src/describe/describe.js'
import { solanaMainnet } from '../src/index.js'
import { createRandom, type Random } from '@latchkey/plugin-testkit'

const RUNS = 1_000
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const ODD = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

const keyOf = (random: Random): PublicKey => new PublicKey(random.bytes(32))
const meta = (pubkey: PublicKey, isWritable = true, isSigner = false) => ({
  pubkey,
  isWritable,
  isSigner,
})
const instruction = (
  program: string,
  data: ArrayLike<number>,
  ...keys: ReturnType<typeof meta>[]
) =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    data: Buffer.from(Uint8Array.from(data)),
    keys,
  })

/** One instruction, built by other libraries. */
const KINDS: Readonly<Record<string, (random: Random, me: PublicKey) => TransactionInstruction[]>> =
  {
    sol: (random, me) => [
      SystemProgram.transfer({ fromPubkey: me, toPubkey: keyOf(random), lamports: random.big(63) }),
    ],
    solOfAnother: (random) => [
      SystemProgram.transfer({
        fromPubkey: keyOf(random),
        toPubkey: keyOf(random),
        lamports: random.big(40),
      }),
    ],
    token: (random, me) => [
      instruction(
        random.pick([TOKEN, TOKEN_2022]),
        getTransferInstructionDataEncoder().encode({ amount: random.big(64) }),
        meta(keyOf(random)),
        meta(keyOf(random)),
        meta(me, false, true),
      ),
    ],
    checked: (random, me) => [
      instruction(
        random.pick([TOKEN, TOKEN_2022]),
        getTransferCheckedInstructionDataEncoder().encode({
          amount: random.big(64),
          decimals: random.below(20),
        }),
        meta(keyOf(random)),
        meta(keyOf(random), false),
        meta(keyOf(random)),
        meta(me, false, true),
      ),
    ],
    made(random, me) {
      const [made, mint, program] = [keyOf(random), keyOf(random), random.pick([TOKEN, TOKEN_2022])]
      return [
        instruction(
          ATA,
          getCreateAssociatedTokenIdempotentInstructionDataEncoder().encode({}),
          meta(me, true, true),
          meta(made),
          meta(keyOf(random), false),
          meta(mint, false),
          meta(SystemProgram.programId, false),
          meta(new PublicKey(program), false),
        ),
        instruction(
          random.chance(0.9) ? program : TOKEN,
          getTransferCheckedInstructionDataEncoder().encode({
            amount: random.big(64),
            decimals: random.below(12),
          }),
          meta(keyOf(random)),
          meta(mint, false),
          meta(random.chance(0.8) ? made : keyOf(random)),
          meta(me, false, true),
        ),
      ]
    },
    approve: (random, me) => [
      instruction(
        TOKEN,
        getApproveInstructionDataEncoder().encode({
          amount: random.chance(0.3) ? 2n ** 64n - 1n : random.big(64),
        }),
        meta(keyOf(random)),
        meta(keyOf(random), false),
        meta(me, false, true),
      ),
    ],
    approveChecked: (random, me) => [
      instruction(
        TOKEN_2022,
        getApproveCheckedInstructionDataEncoder().encode({
          amount: random.big(64),
          decimals: random.below(12),
        }),
        meta(keyOf(random)),
        meta(keyOf(random), false),
        meta(keyOf(random), false),
        meta(me, false, true),
      ),
    ],
    revoke: (random, me) => [
      instruction(
        TOKEN,
        getRevokeInstructionDataEncoder().encode({}),
        meta(keyOf(random)),
        meta(me, false, true),
      ),
    ],
    authority: (random, me) => [
      instruction(
        TOKEN,
        getSetAuthorityInstructionDataEncoder().encode({
          authorityType: random.below(4),
          newAuthority: random.chance(0.3) ? null : address(keyOf(random).toBase58()),
        }),
        meta(keyOf(random)),
        meta(me, false, true),
      ),
    ],
    close: (random, me) => [
      instruction(
        TOKEN,
        getCloseAccountInstructionDataEncoder().encode({}),
        meta(keyOf(random)),
        meta(random.chance(0.5) ? me : keyOf(random)),
        meta(me, false, true),
      ),
    ],
    memo: (random) => [
      instruction(
        MEMO,
        random.chance(0.7)
          ? Buffer.from(random.pick(['thanks', 'Grüezi', 'a\u202eb', '']))
          : random.bytes(9),
      ),
    ],
    odd: (random, me) => [
      instruction(
        random.pick([ODD, TOKEN, SystemProgram.programId.toBase58(), ATA]),
        random.bytes(random.below(40)),
        meta(me, true, true),
        meta(keyOf(random)),
      ),
    ],
    shared: (random, me) => [
      instruction(
        TOKEN,
        getTransferCheckedInstructionDataEncoder().encode({ amount: random.big(64), decimals: 6 }),
        meta(keyOf(random)),
        meta(keyOf(random), false),
        meta(keyOf(random)),
        meta(keyOf(random), false),
        meta(me, false, true),
      ),
    ],
  }

function build(random: Random, me: PublicKey): Uint8Array {
  const instructions = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
    KINDS[random.pick(Object.keys(KINDS))]!(random, me),
  ).flat()
  if (random.chance(0.4))
    instructions.unshift(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: random.big(40) }),
    )
  if (random.chance(0.3))
    instructions.unshift(
      ComputeBudgetProgram.setComputeUnitLimit({ units: random.below(2_000_000) }),
    )
  const payerKey = random.chance(0.9) ? me : keyOf(random)
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: keyOf(random).toBase58(),
    instructions,
  })
  if (random.chance(0.5))
    return new VersionedTransaction(message.compileToLegacyMessage()).serialize()
  const addresses = instructions
    .flatMap(({ keys }) => keys.filter(({ isSigner }) => !isSigner).map(({ pubkey }) => pubkey))
    .slice(0, 2)
  const state = {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses,
  }
  const tables =
    random.chance(0.2) && addresses.length
      ? [new AddressLookupTableAccount({ key: keyOf(random), state })]
      : []
  return new VersionedTransaction(message.compileToV0Message(tables)).serialize()
}

interface Expected {
  /** The rows that a preview must have, in this order and no others: a label and a value each. */
  facts: string[]
  complete: boolean
}
const units = (value: bigint, decimals: number): string => {
  // Formats digit by digit, which is another way than that of the tested code.
  let [whole, rest] = [value, '']
  for (let place = 0; place < decimals; place++)
    [whole, rest] = [whole / 10n, `${whole % 10n}${rest}`]
  return rest.replace(/0+$/, '') ? `${whole}.${rest.replace(/0+$/, '')}` : String(whole)
}
const sol = (lamports: bigint): string => `${units(lamports, 9)} SOL`

const metas = (names: readonly string[]): AccountMeta[] =>
  names.map((name) => ({ address: name as Address, role: AccountRole.READONLY }))

/**
 * Built by @solana/kit and @solana-program/token, and for the system's own programs by
 * @solana/web3.js.
 */
function read(transaction: Uint8Array, me: string): Expected {
  const message = getCompiledTransactionMessageDecoder().decode(
    getTransactionDecoder().decode(transaction).messageBytes,
  )
  if (message.version !== 'legacy' && message.version !== 0) throw new Error('another version')
  const tables = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  const named = [
    ...(message.staticAccounts as string[]),
    ...tables.flatMap((table) =>
      table.writableIndexes.map((index) => `${table.lookupTableAddress}[${index}]`),
    ),
    ...tables.flatMap((table) =>
      table.readonlyIndexes.map((index) => `${table.lookupTableAddress}[${index}]`),
    ),
  ]
  const all = message.instructions.map(
    ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: named[programAddressIndex]!,
      accounts: accountIndices.map((index) => named[index]!),
      data: new Uint8Array(data),
    }),
  )
  const facts: string[] = []
  let isKnown = all.length > 0
  const unless = (label: string, who: string): string[] => (who === me ? [] : [`${label} ${who}`])
  const unknown = ({ program, accounts, data }: (typeof all)[number]): void => {
    isKnown = false
    facts.push(
      `program ${program}`,
      ...accounts.map((account) => `account ${account}`),
      `data ${Buffer.from(data).toString('hex')}`,
    )
  }
  const owners = new Map<string, string>()
  for (const each of all.filter(
    ({ program, accounts, data }) =>
      program === ATA &&
      accounts.length === 6 &&
      data.length < 2 &&
      (data[0] ?? 0) < 2 &&
      accounts[4] === SystemProgram.programId.toBase58(),
  )) {
    const { accounts } = parseCreateAssociatedTokenIdempotentInstruction({
      programAddress: address(ATA),
      accounts: metas(each.accounts),
      data: Uint8Array.of(1),
    })
    owners.set(
      `${accounts.ata.address}/${accounts.mint.address}/${accounts.tokenProgram.address}`,
      accounts.owner.address,
    )
  }
  const budget = { price: 0n, units: undefined as number | undefined }
  for (const each of all) {
    const { program, accounts, data } = each
    const asWeb3 = instruction(
      SystemProgram.programId.toBase58(),
      data,
      ...accounts.map((name) => meta(name.includes('[') ? PublicKey.default : new PublicKey(name))),
    )
    const parsed = { programAddress: address(program), accounts: metas(accounts), data }
    if (program === ComputeBudgetProgram.programId.toBase58()) {
      const asBudget = instruction(program, data)
      if (ComputeBudgetInstruction.decodeInstructionType(asBudget) === 'SetComputeUnitPrice')
        budget.price = BigInt(
          ComputeBudgetInstruction.decodeSetComputeUnitPrice(asBudget).microLamports,
        )
      else budget.units = ComputeBudgetInstruction.decodeSetComputeUnitLimit(asBudget).units
    } else if (program === MEMO) {
      const text = Buffer.from(data).toString('utf8')
      const isText = Buffer.from(text).equals(Buffer.from(data))
      facts.push(`memo ${isText ? text : Buffer.from(data).toString('hex')}`)
      isKnown &&= isText && !text.includes('\u202e') && !/[\p{Cc}\p{Cf}\p{Cn}\p{Co}]/u.test(text)
    } else if (
      program === SystemProgram.programId.toBase58() &&
      data.length === 12 &&
      data[0] === 2 &&
      accounts.length === 2 &&
      SystemInstruction.decodeInstructionType(asWeb3) === 'Transfer'
    ) {
      facts.push(
        ...unless('from', accounts[0]!),
        `to ${accounts[1]}`,
        `amount ${sol(BigInt(SystemInstruction.decodeTransfer(asWeb3).lamports))}`,
      )
    } else if (program === ATA && accounts.length === 6 && data.length === 1 && data[0] === 1) {
      facts.push(
        `createTokenAccount ${accounts[1]}`,
        `accountOwner ${accounts[2]}`,
        `mint ${accounts[3]}`,
        ...unless('payer', accounts[0]!),
      )
    } else if ((program === TOKEN || program === TOKEN_2022) && data.length) {
      const kind = (() => {
        try {
          return identifyTokenInstruction(data)
        } catch {
          return undefined
        }
      })()
      const lengths: Readonly<Record<number, [number, number]>> = {
        [TokenInstruction.Transfer]: [9, 3],
        [TokenInstruction.TransferChecked]: [10, 4],
        [TokenInstruction.Approve]: [9, 3],
        [TokenInstruction.ApproveChecked]: [10, 4],
        [TokenInstruction.Revoke]: [1, 2],
        [TokenInstruction.CloseAccount]: [1, 3],
      }
      if (
        kind === TokenInstruction.SetAuthority &&
        accounts.length === 2 &&
        (data.length === 3 || data.length === 35)
      ) {
        const {
          data: { authorityType, newAuthority },
          accounts: { owned },
        } = parseSetAuthorityInstruction(parsed)
        facts.push(
          `account ${owned.address}`,
          `authorityKind ${AuthorityType[authorityType]}`,
          `newAuthority ${newAuthority.__option === 'Some' ? newAuthority.value : '–'}`,
          ...unless('owner', accounts[1]!),
        )
      } else if (
        kind === undefined ||
        data.length !== lengths[kind]?.[0] ||
        accounts.length !== lengths[kind][1]
      )
        unknown(each)
      else if (kind === TokenInstruction.Transfer) {
        const {
          data: { amount },
          accounts: { source, destination },
        } = parseTransferInstruction(parsed)
        facts.push(
          `from ${source.address}`,
          `tokenAccount ${destination.address}`,
          `baseUnits ${amount}`,
          ...unless('owner', accounts[2]!),
        )
        isKnown = false
      } else if (kind === TokenInstruction.TransferChecked) {
        const {
          data: { amount, decimals },
          accounts: { source, mint, destination },
        } = parseTransferCheckedInstruction(parsed)
        const wallet = owners.get(`${destination.address}/${mint.address}/${program}`)
        facts.push(
          `from ${source.address}`,
          ...(wallet ? [`to ${wallet}`] : []),
          `tokenAccount ${destination.address}`,
          `mint ${mint.address}`,
          `amount ${units(amount, decimals)}`,
          ...unless('owner', accounts[3]!),
        )
        // A mint of Token-2022 may take a fee, so that the received amount is unknown.
        isKnown &&= program === TOKEN
      } else if (kind === TokenInstruction.Approve) {
        const {
          data: { amount },
          accounts: { source, delegate },
        } = parseApproveInstruction(parsed)
        facts.push(
          `account ${source.address}`,
          `spender ${delegate.address}`,
          `baseUnits ${amount}`,
          ...unless('owner', accounts[2]!),
        )
        isKnown = false
      } else if (kind === TokenInstruction.ApproveChecked) {
        const {
          data: { amount, decimals },
          accounts: { source, mint, delegate },
        } = parseApproveCheckedInstruction(parsed)
        facts.push(
          `account ${source.address}`,
          `spender ${delegate.address}`,
          `mint ${mint.address}`,
          `amount ${units(amount, decimals)}`,
          ...unless('owner', accounts[3]!),
        )
      } else if (kind === TokenInstruction.Revoke)
        facts.push(
          `account ${parseRevokeInstruction(parsed).accounts.source.address}`,
          ...unless('owner', accounts[1]!),
        )
      else {
        const {
          accounts: { account, destination },
        } = parseCloseAccountInstruction(parsed)
        facts.push(
          `account ${account.address}`,
          `remainder ${destination.address}`,
          ...unless('owner', accounts[2]!),
        )
      }
    } else unknown(each)
  }
  const others = all.filter(({ program }) => program !== ComputeBudgetProgram.programId.toBase58())
  const limit = BigInt(Math.min(budget.units ?? 200_000 * others.length, 1_400_000))
  const fee = budget.price * limit
  if (fee) facts.push(`priorityFee ${sol(fee / 1_000_000n + (fee % 1_000_000n ? 1n : 0n))}`)
  const signers = named.slice(0, message.header.numSignerAccounts)
  facts.push(
    ...unless('feePayer', signers[0]!),
    ...(signers.includes(me) ? [] : [`account ${me}`]),
    ...tables.map(({ lookupTableAddress }) => `lookupTable ${lookupTableAddress}`),
  )
  return { facts, complete: isKnown && !tables.length && signers.includes(me) && others.length > 0 }
}

const say = (transaction: Uint8Array, me: string) =>
  describe({
    network: solanaMainnet,
    method: 'solana_signTransaction',
    params: { transaction: Buffer.from(transaction).toString('base64'), pubkey: me },
    account: { address: me } as ConnectedAccount,
  })
/** Headlines of several instructions are places instead of facts. */
const factsOf = (told: ReturnType<typeof say>): string[] | undefined =>
  told?.rows
    .filter(({ value }) => !/^#\d+$/.test(value))
    .map(({ label, value }) => `${label.slice(7)} ${value}`)

it(`Previews of ${RUNS} random transactions show what other libraries read in them, and nothing else`, () => {
  const seen = { complete: 0, changed: 0 }
  for (let run = 0; run < RUNS; run++) {
    const random = createRandom(run)
    const me = keyOf(random)
    const transaction = build(random, me)
    const told = say(transaction, me.toBase58())
    const { facts, complete } = read(transaction, me.toBase58())
    expect([run, factsOf(told), told?.complete]).toEqual([run, facts, complete])
    seen.complete += Number(complete)

    // One byte of the signed bytes is changed. The preview must show what that byte means, and must
    // differ unless the byte only limits how long it can be sent.
    const changed = transaction.slice()
    const from = 1 + 64 * transaction[0]!
    const at = from + random.below(transaction.length - from)
    changed[at]! ^= 1 << random.below(8)
    const after = say(changed, me.toBase58())
    if (!after) continue
    const other = (() => {
      try {
        return read(changed, me.toBase58())
      } catch {
        return undefined
      }
    })()
    if (after.complete)
      expect([run, at, factsOf(after), after.complete]).toEqual([
        run,
        at,
        other?.facts,
        other?.complete,
      ])
    seen.changed += Number(JSON.stringify(after.rows) !== JSON.stringify(told!.rows))
  }
  // Random requests must not be all of one kind.
  expect(seen.complete).toBeGreaterThan(RUNS / 5)
  expect(seen.changed).toBeGreaterThan(RUNS / 4)
}, 60_000)
