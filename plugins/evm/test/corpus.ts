import type { Network } from '@latchkey/plugin-api'
import { encodeFunctionData, maxUint256, parseAbiItem, stringToHex, type AbiFunction } from 'viem'
import { defineCase, type Case, type Corpus } from '../../../tools/corpus/src/case.js'
import { describe, words } from '../src/sdk/describe.js'
import { typedCases } from './corpusTyped.js'
import { ME, OTHER, TOKEN, type Request } from './corpusParts.js'

const network: Network = { id: 'eip155:1', namespace: 'eip155', reference: '1', name: 'One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: [] }

const send = (transaction: object): Request => ({ method: 'eth_sendTransaction', params: [{ from: ME, ...transaction }] })
const data = (signature: string, ...args: readonly unknown[]): string => encodeFunctionData({ abi: [parseAbiItem(`function ${signature}`) as AbiFunction], args: [...args] })
const call = (signature: string, ...args: readonly unknown[]): Request => send({ to: TOKEN, data: data(signature, ...args) })
const batch = (calls: readonly object[], more: object = {}): Request => ({ method: 'wallet_sendCalls', params: [{ version: '2.0.0', from: ME, chainId: '0x1', atomicRequired: true, calls, ...more }] })
/** A text that is signed; encoded when it is asked for. */
const text = (message: string): Request => ({ method: 'text', params: [message, ME] })
const signIn = (domain: string, uri: string, chainId = 1, address = ME): Request => text(`${domain} wants you to sign in with your Ethereum account:\n${address}\n\nWelcome.\n\nURI: ${uri}\nVersion: 1\nChain ID: ${chainId}\nNonce: 12345678\nIssued At: 2026-01-01T00:00:00Z`)
const APPROVE = data('approve(address,uint256)', OTHER, maxUint256)
const NOBODY = '0x0000000000000000000000000000000000000000'
const ROLE = `0x${'00'.repeat(32)}`

const transactions: readonly Case<Request>[] = [
  defineCase('account handed to foreign code', 'EIP-7702; CrimeEnjoyor sweepers, 2025; audit M6a', send({ to: ME, value: '0x0', authorizationList: [{ chainId: '0x1', address: OTHER, nonce: '0x0' }] }), 'evm.handOver', ['evm.handsOver'], [['evm.accountCode', OTHER], ['evm.sendTransaction', '1 / 1'], 'evm.value']),
  defineCase('account handed over on every network at once', 'EIP-7702, chain id 0', send({ to: ME, type: '0x4', authorizationList: [{ chainId: '0x0', address: OTHER, nonce: '0x1', yParity: '0x0', r: '0x1', s: '0x1' }] }), 'evm.handOver', ['evm.handsOver', 'evm.everyNetwork'], ['evm.accountCode']),
  defineCase('account handed over on another network', 'EIP-7702', send({ to: OTHER, value: '0x1', type: '0x4', authorizationList: [{ chainId: 137, address: OTHER }] }), 'evm.handOver', ['evm.handsOver', 'evm.otherNetwork'], ['evm.accountCode']),
  defineCase('two accounts handed over', 'EIP-7702', send({ to: TOKEN, data: APPROVE, authorizationList: [{ chainId: '0x1', address: OTHER }, { chainId: '0x1', address: TOKEN }] }), 'evm.handOver', ['evm.handsOver', 'evm.unlimited', 'evm.canSpend'], [['evm.accountCode', TOKEN], ['evm.approveToken', '1 / 1']]),
  defineCase('code taken from an account again', 'EIP-7702, address zero', send({ to: ME, authorizationList: [{ address: NOBODY, chainId: '0x1', nonce: '0x9' }], gas: '0x5208' }), 'evm.handOver', [], [['evm.accountCode', NOBODY]]),
  defineCase('authorization that cannot be read', 'EIP-7702, wallets that read contractAddress', send({ to: ME, authorizationList: [{ contractAddress: OTHER }] }), 'evm.handOver', ['evm.handsOver'], [['evm.accountCode', 'contractAddress']]),
  defineCase('empty list of authorizations', 'EIP-7702: must not be empty', send({ to: OTHER, value: '0x1', authorizationList: [] }), 'evm.handOver', ['evm.emptyList'], ['evm.accountCode']),
  defineCase('account handed over beside an unreadable payment', 'EIP-7702', send({ to: 'vitalik.eth', authorizationList: [{ address: OTHER, chainId: '0x1' }] }), 'evm.handOver', ['evm.handsOver'], ['evm.accountCode']),
  defineCase('field of the future', 'audit M6a', send({ to: OTHER, value: '0x1', payload: '0x01' }), 'evm.unknownTransaction', ['evm.nobodyKnows'], [['evm.unknownPart', 'payload'], 'evm.to']),
  defineCase('blobs', 'EIP-4844', send({ to: OTHER, value: '0x1', blobVersionedHashes: [ROLE], maxFeePerBlobGas: '0x1' }), 'evm.unknownTransaction', ['evm.nobodyKnows'], [['evm.unknownPart', 'blobVersionedHashes']]),
  defineCase('type that is none', 'EIP-2718', send({ to: OTHER, value: '0x1', type: '0x7f' }), 'evm.unknownTransaction', ['evm.nobodyKnows'], [['evm.unknownPart', 'type']]),
  defineCase('access list that is more than one', 'EIP-2930', send({ to: OTHER, value: '0x1', accessList: [{ address: OTHER, storageKeys: [], hook: OTHER }] }), 'evm.unknownTransaction', ['evm.nobodyKnows'], [['evm.unknownPart', 'hook']]),
  defineCase('fee fields of another chain', 'zkSync eip712Meta', send({ to: OTHER, value: '0x1', eip712Meta: { paymasterParams: { paymaster: OTHER } } }), 'evm.unknownTransaction', ['evm.nobodyKnows'], [['evm.unknownPart', 'paymaster']]),
  defineCase('signed to be sent later', 'BlockFi and Ledger Connect Kit drainers', { method: 'eth_signTransaction', params: [{ from: ME, to: OTHER, value: '0x1', chainId: '0x89' }] }, 'evm.signTransaction', ['evm.otherNetwork'], [['evm.sendTransaction', '1 / 1']]),
  defineCase('account handed over, signed to be sent later', 'EIP-7702', { method: 'eth_signTransaction', params: [{ from: ME, to: ME, type: '0x4', authorizationList: [{ chainId: '0x1', address: OTHER, nonce: '0x0' }] }] }, 'evm.handOver', ['evm.handsOver'], ['evm.accountCode']),
  defineCase('money from another account', 'permission prompts of wallets with many accounts', send({ from: OTHER, to: TOKEN, value: '0x1' }), 'evm.sendTransaction', ['evm.otherAccount'], ['evm.from'], true),
  // Also `approve(address,uint256)` of 0 keeps its warning: for a collection it is item 0 that is let go, and nothing in the call says which of both it is.
  defineCase('allowance without a limit', 'BadgerDAO, 2021', send({ to: TOKEN, data: APPROVE }), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited'], [['evm.spender', OTHER]]),
  defineCase('allowance with a byte behind it', 'drainers against selector and length checks', send({ to: TOKEN, data: `${APPROVE}00` }), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited', 'evm.nobodyKnows'], [['evm.spender', OTHER]]),
  defineCase('allowance with value', 'BadgerDAO', send({ to: TOKEN, value: '0x1', data: APPROVE }), 'evm.approveToken', ['evm.canSpend'], ['evm.value']),
  defineCase('allowance of the largest uint96', 'UNI and COMP; audit M6e', call('increaseAllowance(address,uint256)', OTHER, 2n ** 96n - 1n), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited'], ['evm.baseUnits']),
  defineCase('allowance raised, old name', 'MonolithDAO increaseApproval', call('increaseApproval(address,uint256)', OTHER, maxUint256), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited'], ['evm.spender']),
  defineCase('allowance and call in one', 'ERC-1363-like approveAndCall', call('approveAndCall(address,uint256,bytes)', OTHER, maxUint256, '0x'), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited'], ['evm.spender']),
  defineCase('allowance of Permit2', 'Uniswap Permit2', call('approve(address,address,uint160,uint48)', TOKEN, OTHER, 2n ** 160n - 1n, 2 ** 48 - 1), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited'], ['evm.token', 'evm.expiration']),
  defineCase('permit that is carried out', 'EIP-2612', call('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', ME, OTHER, maxUint256, maxUint256, 27, ROLE, ROLE), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited', 'evm.neverEnds'], ['evm.deadline']),
  defineCase('permit of DAI that is carried out', 'MakerDAO; expiry 0 is never; audit M6', call('permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)', ME, OTHER, 0n, 0n, true, 27, ROLE, ROLE), 'evm.approveToken', ['evm.canSpend', 'evm.unlimited', 'evm.neverEnds'], ['evm.spender', ['evm.allowed', 'true'], ['evm.deadline', '0']]),
  defineCase('whole collection', 'Premint, 2022; setApprovalForAll phishing', call('setApprovalForAll(address,bool)', OTHER, true), 'evm.approveAll', ['evm.unlimited'], [['evm.spender', OTHER]]),
  defineCase('operator of ERC-777', 'imBTC, 2020', call('authorizeOperator(address)', OTHER), 'evm.actForYou', ['evm.canAct'], [['evm.operator', OTHER]]),
  defineCase('relayer of Balancer', 'Balancer vault', call('setRelayerApproval(address,address,bool)', ME, OTHER, true), 'evm.actForYou', ['evm.canAct'], ['evm.operator']),
  defineCase('hope of Maker', 'MakerDAO vat', call('hope(address)', OTHER), 'evm.actForYou', ['evm.canAct'], ['evm.operator']),
  defineCase('manager of Compound III', 'Comet allow', call('allow(address,bool)', OTHER, true), 'evm.actForYou', ['evm.canAct'], ['evm.operator']),
  defineCase('authorization of Morpho', 'Morpho Blue', call('setAuthorization(address,bool)', OTHER, true), 'evm.actForYou', ['evm.canAct'], ['evm.operator']),
  defineCase('credit delegated', 'Aave debt tokens', call('approveDelegation(address,uint256)', OTHER, maxUint256), 'evm.borrow', ['evm.debt', 'evm.unlimited'], ['evm.operator']),
  defineCase('votes delegated', 'Beanstalk, 2022', call('delegate(address)', OTHER), 'evm.delegateVotes', ['evm.votes'], ['evm.operator']),
  defineCase('tokens of somebody moved', 'transferFrom phishing', call('transferFrom(address,address,uint256)', ME, OTHER, 5n), 'evm.moveToken', [], ['evm.owner', 'evm.to']),
  defineCase('item moved, with data', 'ERC-721', call('safeTransferFrom(address,address,uint256,bytes)', ME, OTHER, 5n, '0x01'), 'evm.moveToken', [], ['evm.owner', 'evm.to']),
  defineCase('items of ERC-1155 moved', 'ERC-1155', call('safeTransferFrom(address,address,uint256,uint256,bytes)', ME, OTHER, 5n, 1n, '0x'), 'evm.moveToken', [], ['evm.item', 'evm.to']),
  defineCase('ownership given away', 'Ankr deployer, 2022', call('transferOwnership(address)', OTHER), 'evm.controlContract', ['evm.control'], [['evm.controller', OTHER]]),
  defineCase('role given', 'OpenZeppelin AccessControl', call('grantRole(bytes32,address)', ROLE, OTHER), 'evm.controlContract', ['evm.control'], ['evm.controller']),
  defineCase('proxy upgraded', 'Ronin bridge, 2024; EIP-1967', call('upgradeTo(address)', OTHER), 'evm.controlContract', ['evm.control'], ['evm.code']),
  defineCase('proxy upgraded and called', 'Bybit, 2025; EIP-1967', call('upgradeToAndCall(address,bytes)', OTHER, '0x1234'), 'evm.controlContract', ['evm.control'], ['evm.code']),
  defineCase('admin of a proxy changed', 'TransparentUpgradeableProxy', call('changeAdmin(address)', OTHER), 'evm.controlContract', ['evm.control'], ['evm.controller']),
  defineCase('owner added to a Safe', 'Safe', call('addOwnerWithThreshold(address,uint256)', OTHER, 1n), 'evm.controlContract', ['evm.control'], ['evm.controller']),
  defineCase('owner of a Safe swapped', 'Radiant Capital, 2024', call('swapOwner(address,address,address)', TOKEN, ME, OTHER), 'evm.controlContract', ['evm.control'], ['evm.controller']),
  defineCase('module enabled', 'Safe', call('enableModule(address)', OTHER), 'evm.controlContract', ['evm.control'], ['evm.controller']),
  defineCase('module installed', 'ERC-7579', call('installModule(uint256,address,bytes)', 1n, OTHER, '0x'), 'evm.controlContract', ['evm.control'], ['evm.code']),
  defineCase('call that nobody knows', 'SecurityUpdate() drainers', send({ to: TOKEN, value: '0x1', data: '0x5fba79f5' }), 'evm.callContract', [], ['evm.contract', 'evm.value', 'evm.data']),
  defineCase('calls in a call', 'multicall wrappers of drainers', call('multicall(bytes[])', [APPROVE]), 'evm.callContract', [], ['evm.data']),
  defineCase('contract created', 'BlockSec: create2 receivers', send({ data: '0x60806040' }), 'evm.deploy', [], ['evm.data']),
  defineCase('batch with an allowance', 'EIP-5792', batch([{ to: OTHER, value: '0x1' }, { to: TOKEN, data: APPROVE }]), 'evm.sendCalls', ['evm.canSpend', 'evm.unlimited'], [['evm.sendTransaction', '1 / 2'], ['evm.approveToken', '2 / 2']]),
  defineCase('batch with a hidden token transfer', 'audit M6f: input', batch([{ to: TOKEN, value: '0x0', input: data('transfer(address,uint256)', OTHER, 5n) }]), 'evm.sendCalls', ['evm.unreadable'], [['evm.data', 'input']]),
  defineCase('batch with a call for another network', 'audit M6f: chainId', batch([{ to: OTHER, value: '0x0', chainId: '0x89' }]), 'evm.sendCalls', ['evm.unreadable'], [['evm.data', 'chainId']]),
  defineCase('batch with wishes of one call', 'audit M6f: capabilities', batch([{ to: OTHER, value: '0x0', capabilities: { delegate: OTHER } }]), 'evm.sendCalls', ['evm.unreadable'], [['evm.data', 'capabilities']]),
  defineCase('batch that wants the account', 'EIP-5792 capabilities', batch([{ to: OTHER, value: '0x1' }], { capabilities: { eip7702Auth: { address: OTHER } } }), 'evm.sendCalls', ['evm.nobodyKnows'], [['evm.capabilities', 'eip7702Auth']]),
  defineCase('batch with a field of the future', 'audit M6a', batch([{ to: OTHER, value: '0x1' }], { key: OTHER }), 'evm.sendCalls', ['evm.nobodyKnows'], [['evm.unknownPart', 'key']]),
  defineCase('batch whose last calls are not shown', 'long batches', batch(Array.from({ length: 22 }, () => ({ to: OTHER, value: '0x1' }))), 'evm.sendCalls', ['evm.unreadable'], [['evm.callContract', '/ 22']]),
  defineCase('hash without a meaning', 'eth_sign drainers, 2022', { method: 'eth_sign', params: [ME, ROLE] }, 'evm.blindSign', ['evm.anything'], ['evm.data']),
  defineCase('bytes in place of a message', 'personal_sign of a hash', { method: 'personal_sign', params: [`0x${'ff'.repeat(32)}`, ME] }, 'evm.signMessage', ['evm.unreadable'], ['evm.message']),
  defineCase('message that turns its order round', 'Trojan Source, CVE-2021-42574', text('pay \u202e000,1'), 'evm.signMessage', ['evm.hiddenCharacters'], ['evm.message']),
  defineCase('sign-in of another site', 'relayed EIP-4361', signIn('opensea.io', 'https://opensea.io'), 'evm.signIn', ['evm.otherDomain'], ['evm.signInDomain'], true),
  defineCase('sign-in at another address', 'audit L4', signIn('shop.example', 'https://evil.example/login'), 'evm.signIn', ['evm.otherUri'], [['evm.signInUri', 'evil.example']]),
  defineCase('sign-in without https', 'audit L4', signIn('shop.example', 'http://shop.example'), 'evm.signIn', ['evm.otherUri'], ['evm.signInUri']),
  defineCase('sign-in of another account', 'EIP-4361', signIn('shop.example', 'https://shop.example', 5, OTHER), 'evm.signIn', ['evm.otherAccount', 'evm.otherNetwork'], ['evm.from'], true),
  defineCase('permissions of a session', 'ERC-7715', { method: 'wallet_requestExecutionPermissions', params: [[{ chainId: '0x1', to: OTHER, permission: { type: 'native-token-stream', data: { maxAmount: '0x1' } } }]] }, 'evm.actForYou', ['evm.canAct'], [['evm.permission', OTHER]]),
  defineCase('permissions of a session, old name', 'ERC-7715 drafts', { method: 'wallet_grantPermissions', params: [{ signer: { type: 'key', data: { id: OTHER } }, permissions: [] }] }, 'evm.actForYou', ['evm.canAct'], ['evm.permission']),
  defineCase('operation that is sent as it is', 'ERC-4337', { method: 'eth_sendUserOperation', params: [{ sender: ME, callData: APPROVE }, OTHER] }, 'evm.metaTransaction', ['evm.callInside'], [['evm.data', 'callData']]),
]

export const corpus: Corpus<Request> = {
  cases: [...transactions, ...typedCases],
  describe({ method, params: [first, ...rest] }) {
    const by = { account: ME, host: 'shop.example' }
    return method === 'text' ? describe(network, 'personal_sign', [stringToHex(String(first)), ...rest], by) : describe(network, method, [first, ...rest], by)
  },
  texts: words,
}
