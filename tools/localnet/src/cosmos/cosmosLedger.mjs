// Accounts and coins of a Cosmos chain in memory. It makes the checks that a real chain makes
// before it takes a transaction: signature (direct and amino), account number, sequence, chain id,
// fee, funds.
import { makeSignDoc, serializeSignDoc } from '@cosmjs/amino'
import { ripemd160, Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { fromBech32, toBase64, toBech32, toHex } from '@cosmjs/encoding'
import { Registry } from '@cosmjs/proto-signing'
import { AminoTypes, createDefaultAminoConverters, defaultRegistryTypes } from '@cosmjs/stargate'
import { MsgSendResponse } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'

/** @typedef {{ number: number, sequence: number, coins: Record<string, bigint> }} Account */
/** @typedef {{ type: string, attributes: { key: string, value: string }[] }} Event */
/**
 * @typedef {{ code: number, codespace: string, log: string, data: string, gas_wanted: string,
 * gas_used: string, events: Event[] }} Result
 */
/** @typedef {{ denom: string, amount: string }} Coin */

/** Gas that any transaction uses here. */
export const GAS_USED = 65_000n
const SEND = '/cosmos.bank.v1beta1.MsgSend'
const registry = new Registry(defaultRegistryTypes)
const amino = new AminoTypes(createDefaultAminoConverters())

/** An error as the SDK numbers it. @param {number} code @param {string} log */
export const refuse = (code, log) =>
  Object.assign(new Error(log), { abci: { codespace: 'sdk', code } })
/** @param {readonly Coin[]} coins */
const written = (coins) => coins.map(({ amount, denom }) => `${amount}${denom}`).join(',')
/** @param {Uint8Array} raw */
export const hashOf = (raw) => toHex(sha256(raw)).toUpperCase()

export class CosmosLedger {
  /** @type {Map<string, Account>} */
  accounts = new Map()
  /** @type {{ hash: string, height: string, index: number, tx_result: Result, tx: string }[]} */
  transactions = []
  height = 1
  #next = 1

  /** @param {string} chainId @param {string} prefix */
  constructor(chainId, prefix) {
    this.chainId = chainId
    this.prefix = prefix
  }

  /** @param {string} address @param {string} denom @param {bigint | number | string} amount */
  fund(address, denom, amount) {
    const { coins } = this.#touch(address)
    coins[denom] = (coins[denom] ?? 0n) + BigInt(amount)
  }

  /**
   * Checks a transaction as for a block; as a trial, only whether it could be run.
   * @param {Uint8Array} raw
   * @param {boolean} [isTrial]
   */
  async check(raw, isTrial = false) {
    const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(raw)
    const body = TxBody.decode(bodyBytes)
    const auth = AuthInfo.decode(authInfoBytes)
    const messages = body.messages.map(({ typeUrl, value }) => ({
      typeUrl,
      value: registry.decode({ typeUrl, value }),
    }))
    const info = auth.signerInfos[0]
    if (!messages.length || !info?.publicKey || !auth.fee)
      throw refuse(18, 'must contain at least one message, one signer and a fee: invalid request')
    const key = PubKey.decode(info.publicKey.value).key
    const signer = toBech32(this.prefix, ripemd160(sha256(key)))
    const account = this.accounts.get(signer)
    if (!account) throw refuse(9, `account ${signer} does not exist: unknown address`)
    const stranger = messages.find(({ value }) => value.fromAddress !== signer)
    if (stranger)
      throw refuse(
        4,
        `pubKey does not match signer address ${stranger.value.fromAddress}: unauthorized`,
      )
    if (!isTrial) {
      if (Number(info.sequence) !== account.sequence)
        throw refuse(
          32,
          `account sequence mismatch, expected ${account.sequence}, got ${info.sequence}: incorrect account sequence`,
        )
      const bytes = this.#signBytes({
        bodyBytes,
        authInfoBytes,
        body,
        auth,
        messages,
        account,
        mode: info.modeInfo?.single?.mode,
      })
      const isGood =
        signatures[0]?.length === 64 &&
        (await Secp256k1.verifySignature(
          Secp256k1Signature.fromFixedLength(signatures[0]),
          sha256(bytes),
          key,
        ))
      if (!isGood)
        throw refuse(
          4,
          'signature verification failed; please verify ' +
            `account number (${account.number}), sequence (${account.sequence}) ` +
            `and chain-id (${this.chainId}): unauthorized`,
        )
    }
    return { messages, signer, account, fee: auth.fee }
  }

  /**
   * Takes a transaction into a block. Its fee and sequence stay spent where its messages fail.
   * @param {Uint8Array} raw
   */
  async deliver(raw) {
    const { messages, signer, account, fee } = await this.check(raw)
    this.#move(signer, undefined, fee.amount)
    account.sequence++
    this.height++
    const before = structuredClone([...this.accounts])
    /** @type {Event[]} */
    const events = [
      {
        type: 'tx',
        attributes: [
          { key: 'fee', value: written(fee.amount) || '0' },
          { key: 'acc_seq', value: `${signer}/${account.sequence - 1}` },
        ],
      },
    ]
    /** @type {Result} */
    const result = {
      code: 0,
      codespace: '',
      log: '',
      data: '',
      gas_wanted: String(fee.gasLimit),
      gas_used: String(GAS_USED),
      events,
    }
    try {
      messages.forEach((message, index) => this.#run(message, index, events))
      result.data = toBase64(
        TxMsgData.encode({
          data: [],
          msgResponses: messages.map(() => ({
            typeUrl: `${SEND}Response`,
            value: MsgSendResponse.encode({}).finish(),
          })),
        }).finish(),
      )
    } catch (error) {
      this.accounts = new Map(before)
      const { abci = { codespace: 'sdk', code: 1 }, message } =
        /** @type {Error & { abci?: { codespace: string, code: number } }} */ (error)
      Object.assign(result, abci, {
        log: `failed to execute message; message index: 0: ${message}`,
      })
    }
    this.transactions.push({
      hash: hashOf(raw),
      height: String(this.height),
      index: 0,
      tx_result: result,
      tx: toBase64(raw),
    })
  }

  /**
   * @param {{ typeUrl: string, value: any }} message
   * @param {number} index
   * @param {Event[]} events
   */
  #run({ typeUrl, value }, index, events) {
    if (typeUrl !== SEND)
      throw refuse(6, `no message handler found for ${typeUrl}: unknown request`)
    this.#move(value.fromAddress, value.toAddress, value.amount)
    events.push({
      type: 'message',
      attributes: [
        { key: 'action', value: typeUrl },
        { key: 'sender', value: value.fromAddress },
        { key: 'msg_index', value: String(index) },
      ],
    })
    events.push({
      type: 'transfer',
      attributes: [
        { key: 'recipient', value: value.toAddress },
        { key: 'sender', value: value.fromAddress },
        { key: 'amount', value: written(value.amount) },
        { key: 'msg_index', value: String(index) },
      ],
    })
  }

  /**
   * @param {{ bodyBytes: Uint8Array, authInfoBytes: Uint8Array, body: TxBody, auth: AuthInfo,
   * messages: any[], account: Account, mode: SignMode | undefined }} tx
   */
  #signBytes({ bodyBytes, authInfoBytes, body, auth, messages, account, mode }) {
    if (mode === SignMode.SIGN_MODE_DIRECT)
      return SignDoc.encode({
        bodyBytes,
        authInfoBytes,
        chainId: this.chainId,
        accountNumber: BigInt(account.number),
      }).finish()
    if (mode !== SignMode.SIGN_MODE_LEGACY_AMINO_JSON)
      throw refuse(4, 'unsupported sign mode: unauthorized')
    const fee = { amount: auth.fee?.amount ?? [], gas: String(auth.fee?.gasLimit) }
    return serializeSignDoc(
      makeSignDoc(
        messages.map((message) => amino.toAmino(message)),
        fee,
        this.chainId,
        body.memo,
        account.number,
        account.sequence,
      ),
    )
  }

  /** @param {string} from @param {string | undefined} to @param {readonly Coin[]} coins */
  #move(from, to, coins) {
    const { coins: held } = this.#touch(from)
    for (const { denom, amount } of coins) {
      const have = held[denom] ?? 0n
      if (have < BigInt(amount))
        throw refuse(
          5,
          `spendable balance ${have}${denom} is smaller than ${amount}${denom}: insufficient funds`,
        )
      held[denom] = have - BigInt(amount)
      if (to) this.fund(to, denom, amount)
    }
  }

  /** @param {string} address @returns {Account} */
  #touch(address) {
    if (fromBech32(address).prefix !== this.prefix)
      throw refuse(7, `invalid Bech32 prefix; expected ${this.prefix}: invalid address`)
    const account = this.accounts.get(address) ?? { number: this.#next++, sequence: 0, coins: {} }
    this.accounts.set(address, account)
    return account
  }
}
