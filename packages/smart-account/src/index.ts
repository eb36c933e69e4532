// Adds the error codes of this package to the contract's types. The declarations would lack them
// otherwise, as no exported type names them.
import './errors.js'
export { isDeploymentOf, smartAccountOf, type SmartAccount } from './account/account.js'
export { accountSignature, STUB_SIGNATURE } from './account/signature.js'
export { createBundler } from './bundler/createBundler.js'
export type { Bundler, BundlerOptions, OperationReceipt, OperationSearch } from './bundler/types.js'
export { callsItself, decodeCalls, encodeCalls } from './calls/calls.js'
export {
  confirmOperation,
  findByNonce,
  findOnChain,
  type ConfirmedOperation,
} from './chain/confirmOperation.js'
export { MULTICALL } from './chain/multicall.js'
export { isDeployed, readNonce } from './chain/readAccount.js'
export {
  CONTRACTS,
  ENFORCERS,
  type ContractName,
  type EnforcerName,
} from './contracts/addresses.js'
export { checkContracts, type ContractDifferences } from './contracts/checkContracts.js'
export {
  ANY_DELEGATE,
  decodeContext,
  delegationTypedData,
  disableCall,
  encodeContext,
  hashDelegation,
  isPlainDelegation,
  redeemCall,
  ROOT_AUTHORITY,
} from './delegation/delegation.js'
export { isDisabled, readUsage, type DelegationUsage } from './delegation/readUsage.js'
export type { Caveat, Delegation, UnsignedDelegation } from './delegation/types.js'
export type { BundlerFailure } from './errors.js'
export { decodeLimits } from './limits/decodeLimits.js'
export { encodeLimits } from './limits/encodeLimits.js'
export { judgeLimits } from './limits/judgeLimits.js'
export type {
  Allowance,
  CallsPermission,
  Danger,
  DecodedLimits,
  Erc20Permission,
  LimitRefusal,
  Limits,
  LimitScope,
  NativePermission,
  Permission,
  WorstCase,
} from './limits/types.js'
export { worstCase } from './limits/worstCase.js'
export {
  boundGas,
  checkFees,
  costAtMost,
  gasInAll,
  replacementFees,
  type GasCeiling,
} from './operation/bounds.js'
export { estimateGas } from './operation/estimateGas.js'
export {
  hashOperation,
  operationToRpc,
  operationTypedData,
  packOperation,
} from './operation/operation.js'
export type {
  Operation,
  OperationGas,
  PackedOperation,
  UnsignedOperation,
} from './operation/types.js'
export {
  applyPaymaster,
  createPaymaster,
  type Paymaster,
  type PaymasterOptions,
} from './paymaster/createPaymaster.js'
export type { Call, RpcRequest } from './types.js'
