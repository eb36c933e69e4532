/**
 * The contract between the kernel and its plugins. Types cost nothing; what runs is small: errors,
 * CAIP helpers, tokens, known names.
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
  SignedMessage,
  SignInFamily,
  SignInProfile,
  SignInSupport,
  SignInVerifier,
  Submission,
  SubmissionStatus,
  Transfer,
} from './chain/adapter.js'
export { brand, KERNEL_API } from './brand.js'
export { isCaip10, isCaip2, namespaceOf, parseCaip10, parseCaip2, toCaip10 } from './chain/caip.js'
export type { Caip10, Caip2, Namespace } from './chain/caip.js'
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
} from './chain/connector.js'
export type {
  AccountFieldHolder,
  AccountFields,
  AccountFieldSubject,
  TokenBalance,
} from './contract/accountFields.js'
export type { PluginContext } from './contract/context.js'
export type {
  AccountAction,
  AccountTab,
  ConnectMethod,
  ConnectorRegistry,
  Contribution,
  Points,
  Registry,
} from './contract/contributions.js'
export type {
  AccountsPort,
  ActiveNetworkPort,
  ActiveNetworkState,
  ConnectAttemptState,
  ConnectionInfo,
  ConnectionsPort,
  ConnectionsState,
  ConnectionStatus,
  ConnectOptions,
  ModalPort,
  ModalState,
  NamespaceState,
  Slice,
} from './contract/ports.js'
export { isLatchkeyError, LatchkeyError } from './errors.js'
export type { ErrorCode, ErrorContexts, ErrorDetails } from './errors.js'
export type { EventName, EventPort, KernelEvents } from './contract/events.js'
export type { ConnectAttempt, ConnectResult, Flow, NetworkChange } from './contract/flow.js'
export type { Identity, IdentitySource } from './contract/identities.js'
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
export type { NativeCurrency, Network } from './chain/network.js'
export { definePlugin } from './contract/plugin.js'
export type {
  AnyPlugin,
  ApiOf,
  PluginDefinition,
  Reach,
  Register,
  StorageDeclaration,
} from './contract/plugin.js'
export type { PeerApi, PluginApi, PluginApis } from './contract/pluginApis.js'
export type {
  RouteEntry,
  Router,
  TransactionCallbacks,
  TransactionOutcome,
} from './contract/router.js'
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
} from './contract/rpc.js'
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
} from './contract/services.js'
export { createToken } from './contract/tokens.js'
export type { Token } from './contract/tokens.js'
export { defineView } from './contract/view.js'
export type {
  ParamsOf,
  ViewDefinition,
  ViewId,
  ViewParams,
  ViewProps,
  ViewRenderers,
} from './contract/view.js'
export type { DirectoryWallet, HostMetadata } from './chain/directory.js'
