/**
 * The contract between the kernel and its plugins. Types cost nothing; what runs is small: errors, CAIP helpers, tokens, known names.
 * @packageDocumentation
 */
export type {
  Ability,
  AdapterAbilities,
  AdapterRegistration,
  Amount,
  Asset,
  ChainAdapter,
  ConnectedAccount,
  Description,
  Submission,
  SubmissionStatus,
  Transfer,
} from './adapter.js'
export { brand, KERNEL_API } from './brand.js'
export { isCaip10, isCaip2, namespaceOf, parseCaip10, parseCaip2, toCaip10 } from './caip.js'
export type { Caip10, Caip2, Namespace } from './caip.js'
export type {
  Account,
  AccountType,
  Availability,
  CloseReason,
  Connection,
  ConnectionChange,
  Connector,
  ConnectorKind,
  ConnectRequest,
  ConnectStep,
  Scope,
  Scopes,
  SignInRequest,
  WireRequest,
} from './connector.js'
export type {
  AccountAction,
  AccountsPort,
  AccountTab,
  ActiveNetworkPort,
  ActiveNetworkState,
  ConnectAttemptState,
  ConnectionInfo,
  ConnectionsPort,
  ConnectionsState,
  ConnectionStatus,
  ConnectMethod,
  ConnectOptions,
  ConnectorRegistry,
  Contribution,
  ModalPort,
  ModalState,
  NamespaceState,
  PluginContext,
  Points,
  Registry,
  Slice,
} from './context.js'
export { isLatchkeyError, LatchkeyError } from './errors.js'
export type { ErrorCode, ErrorContexts, ErrorDetails } from './errors.js'
export type { EventName, EventPort, KernelEvents } from './events.js'
export type { ConnectAttempt, ConnectResult, Flow, NetworkChange } from './flow.js'
export type { Dispose, Json, Observable, Schema } from './json.js'
export {
  knownConnectors,
  knownFeatures,
  knownNamespaces,
  knownRemoteFeatures,
  knownTabs,
  knownViews,
  walletFeaturesOrder,
} from './known.js'
export type { FeatureKey, KnownTab } from './known.js'
export type { NativeCurrency, Network } from './network.js'
export { definePlugin } from './plugin.js'
export type {
  AnyPlugin,
  ApiOf,
  PeerApi,
  PluginApi,
  PluginApis,
  PluginDefinition,
  Reach,
  Register,
  StorageDeclaration,
} from './plugin.js'
export type { RouteEntry, Router, TransactionCallbacks, TransactionOutcome } from './router.js'
export type {
  HostRpcPolicy,
  MethodRule,
  PreviewedRequest,
  RequestOrigin,
  RequestPreviewer,
  RpcClass,
  RpcPolicy,
  RpcPort,
  RpcRequest,
} from './rpc.js'
export { withoutSecrets } from './secrets.js'
export type {
  Alert,
  AlertPort,
  Catalogue,
  HttpClient,
  HttpOptions,
  HttpPort,
  LogPort,
  MessageParams,
  MessagePort,
  StageMount,
  StagePort,
  StoragePort,
  StorageShape,
  Stored,
  ThemeMode,
  ThemePort,
  ThemeState,
  ThemeTokens,
  Toast,
  ToastPort,
  ToastVariant,
} from './services.js'
export { createToken } from './tokens.js'
export type { Token } from './tokens.js'
export { defineView } from './view.js'
export type {
  ParamsOf,
  ViewDefinition,
  ViewId,
  ViewParams,
  ViewProps,
  ViewRenderers,
} from './view.js'
export type { DirectoryWallet, HostMetadata } from './wallet.js'
