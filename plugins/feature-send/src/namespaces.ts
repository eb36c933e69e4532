import { knownNamespaces, type Namespace } from '@latchkey/plugin-api'

const known = (what: 'send' | 'balance'): readonly Namespace[] =>
  Object.entries(knownNamespaces).flatMap(([namespace, is]) => (is[what] ? [namespace] : []))

/** Chain families that can send unless the option `namespaces` says otherwise. */
export const sendNamespaces: readonly Namespace[] = /* @__PURE__ */ known('send')
/** Chain families whose balances the specification shows. */
export const balanceNamespaces: readonly Namespace[] = /* @__PURE__ */ known('balance')
