import { LatchkeyError, namespaceOf, toCaip10, type Account, type Caip2, type Connection, type ConnectionChange, type ConnectionInfo, type Connector, type ConnectOptions, type Namespace, type Network, type RpcClass, type RpcRequest, type Scopes } from '@latchkey/plugin-api'
import type { KernelCore, LateHalf, StoredConnection } from '../core.js'
import { toConnectError, toRequestError } from './errors.js'

interface Live { connection: Connection; connector: Connector; off: () => void }
const LIMIT = 10_000

export function createFlows(core: KernelCore) {
  const { connections, activeNetwork, adapters, networks, connectors, events, options, router, modal, storage, report, flows } = core
  const live = new Map<string, Live>()
  let attempt: AbortController | undefined
  let switching: AbortController | undefined
  const pending = new Set<{ cls: RpcClass; reject(error: unknown): void; namespace: Namespace }>()

  const guarded = async (where: string, run: (signal: AbortSignal) => unknown): Promise<void> => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      await Promise.race([
        (async () => run(controller.signal))(),
        new Promise((_, reject) => { timer = setTimeout(() => reject(new LatchkeyError('kernel.timed_out', `${where} took over ${LIMIT} ms.`, { context: { what: where, ms: LIMIT } })), LIMIT) }),
      ])
    } catch (error) { controller.abort(); report(error, where) } finally { clearTimeout(timer) }
  }

  const parse = async (scopes: Scopes): Promise<Scopes> => {
    const out: Record<string, Scopes[string]> = {}
    for (const [ns, scope] of Object.entries(scopes)) {
      if (!adapters.find(ns)) continue
      const adapter = await core.adapter(ns)
      const accounts: Account[] = []
      for (const account of scope.accounts) {
        try { accounts.push({ ...account, address: adapter.parseAddress(account.address) }) } catch (error) { report(error, `connection: account of ${ns}`) }
      }
      if (accounts.length) out[ns] = { ...scope, accounts }
    }
    return out
  }

  const infoOf = ({ connection, connector }: Live, scopes: Scopes): ConnectionInfo => ({ id: connection.id, connectorId: connector.id, name: connector.name, ...(connector.icon ? { icon: connector.icon } : {}), ...(connector.rdns ? { rdns: connector.rdns } : {}), scopes })

  /** The account in use and its spelling, for one namespace. */
  const choose = (ns: Namespace, info: ConnectionInfo, wanted?: string) => {
    const scope = info.scopes[ns]!
    const id = activeNetwork.get().networks[ns]
    const network = id === undefined ? undefined : networks.find(id)?.value
    const serves = (a: Account) => !a.networks || id === undefined || a.networks.includes(id)
    const list = scope.accounts
    const pick = list.find((a) => a.key === wanted && serves(a)) ?? list.find((a) => a.key === scope.selected && serves(a)) ?? list.find(serves) ?? list.find((a) => a.key === wanted) ?? list[0]!
    const address = (network && core.adapterNow(ns)?.addressOn(pick, network)) ?? pick.address
    return { status: 'connected' as const, connectionId: info.id, accountKey: pick.key, address }
  }

  const emitAccount = (ns: Namespace, before: string | undefined): void => {
    const state = connections.get().namespaces[ns]
    const info = connections.get().connections.find(({ id }) => id === state?.connectionId)
    const account = info?.scopes[ns]?.accounts.find(({ key }) => key === state?.accountKey)
    const key = state?.address && toCaip10('x:x', state.address)
    if (key === before) return
    events.emit('account:changed', { namespace: ns, account: account && info ? { ...account, address: state?.address ?? account.address, connectionId: info.id } : undefined })
  }
  const mark = (ns: Namespace) => { const a = connections.get().namespaces[ns]?.address; return a && toCaip10('x:x', a) }

  const persist = (): void => {
    const { connections: list, namespaces } = connections.get()
    const stored: StoredConnection[] = list.flatMap((info) => {
      const it = live.get(info.id)
      if (!it) return []
      const current = Object.fromEntries(Object.entries(namespaces).filter(([, s]) => s.connectionId === info.id).map(([ns, s]) => [ns, s.accountKey]))
      return [{ id: info.id, connectorId: info.connectorId, name: info.name, namespaces: Object.keys(info.scopes), current, snapshot: it.connection.snapshot() }]
    })
    const kept = restoringLeft.filter(({ id }) => !stored.some((s) => s.id === id))
    const all = [...stored, ...kept]
    const connected = Object.entries(namespaces).filter(([, s]) => s.status === 'connected').map(([ns]) => ns)
    if (all.length) storage.set('connections', all); else storage.remove('connections')
    if (connected.length) { storage.set('connectedNamespaces', connected); storage.set('connectionStatus', Object.fromEntries(connected.map((ns) => [ns, 'connected' as const]))) } else { storage.remove('connectedNamespaces'); storage.remove('connectionStatus') }
  }
  let restoringLeft: StoredConnection[] = []

  const abortPending = (ns: Namespace): void => {
    for (const p of pending) if (p.namespace === ns && (p.cls === 'sign' || p.cls === 'send')) p.reject(new LatchkeyError('wallet.account_changed', 'The account or the connection changed while the wallet was asked; its answer belongs to neither.'))
  }

  const setNamespace = (ns: Namespace, state: ReturnType<typeof choose> | undefined): void => {
    const before = mark(ns)
    const old = connections.get().namespaces[ns]
    const next = state ?? { status: 'disconnected' as const }
    connections.set(({ namespaces }) => ({ namespaces: { ...namespaces, [ns]: next } }))
    if (old?.connectionId !== state?.connectionId || old?.accountKey !== state?.accountKey) abortPending(ns)
    emitAccount(ns, before)
  }

  const drop = (id: string, reason: 'user' | 'wallet' | 'expired' | 'replaced' | 'failed' | 'disposed', only?: readonly Namespace[]): void => {
    const it = live.get(id)
    const info = connections.get().connections.find((c) => c.id === id)
    if (!info) return
    const gone = only ?? Object.keys(info.scopes)
    const rest = Object.fromEntries(Object.entries(info.scopes).filter(([ns]) => !gone.includes(ns)))
    const whole = !Object.keys(rest).length
    if (whole) { it?.off(); live.delete(id) }
    connections.set(({ connections: list }) => ({ connections: whole ? list.filter((c) => c.id !== id) : list.map((c) => (c.id === id ? { ...c, scopes: rest } : c)) }))
    for (const ns of gone) if (connections.get().namespaces[ns]?.connectionId === id) setNamespace(ns, undefined)
    persist()
    events.emit('connection:closed', { connectionId: id, namespaces: gone, reason })
  }

  const showUnsupported = (ns: Namespace): void => {
    const { networkSwitching, allowUnsupportedNetworks, basic } = options.get()
    if (activeNetwork.get().namespace !== ns || !networkSwitching || allowUnsupportedNetworks || basic) return
    if (modal.get().open) { if (router.get().at(-1)?.view !== 'UnsupportedChain') router.push('UnsupportedChain') } else modal.open('UnsupportedChain')
  }

  const setNetwork = async (ns: Namespace, id: Caip2, origin: 'visitor' | 'wallet'): Promise<void> => {
    const previous = activeNetwork.get().networks[ns]
    if (previous === id) return
    const accountOf = () => { const s = connections.get().namespaces[ns]; const info = connections.get().connections.find((c) => c.id === s?.connectionId); const a = info?.scopes[ns]?.accounts.find((x) => x.key === s?.accountKey); return a && info ? { ...a, address: s?.address ?? a.address, connectionId: info.id } : undefined }
    const previousAccount = accountOf()
    activeNetwork.set(({ networks: all }) => ({ networks: { ...all, [ns]: id } }))
    const state = connections.get().namespaces[ns]
    const info = connections.get().connections.find((c) => c.id === state?.connectionId)
    abortPending(ns)
    if (info?.scopes[ns]) setNamespace(ns, choose(ns, info, state?.accountKey))
    const supported = !!networks.find(id)
    events.emit('network:changed', { namespace: ns, network: id, supported })
    for (const { value, owner } of flows.network) await guarded(`${owner}: flow.network`, (signal) => value({ namespace: ns, network: id, previousNetwork: previous, account: accountOf(), previousAccount, origin }, signal))
    if (!supported && origin === 'wallet') showUnsupported(ns)
  }

  const onChange = (id: string) => (change: ConnectionChange): void => {
    const it = live.get(id)
    if (!it) return
    if ('closed' in change) return drop(id, change.closed)
    if ('network' in change) { const ns = namespaceOf(change.network); if (connections.get().namespaces[ns]?.connectionId === id) void setNetwork(ns, change.network, 'wallet'); return }
    void parse(change.scopes).then((scopes) => {
      if (!live.has(id)) return
      const info = connections.get().connections.find((c) => c.id === id)
      if (!info) return
      const gone = Object.keys(info.scopes).filter((ns) => !scopes[ns])
      if (gone.length) drop(id, 'wallet', gone)
      if (!live.has(id)) return
      connections.set(({ connections: list }) => ({ connections: list.map((c) => (c.id === id ? { ...c, scopes } : c)) }))
      for (const [ns, scope] of Object.entries(scopes)) {
        const state = connections.get().namespaces[ns]
        if (state?.connectionId !== id) continue
        setNamespace(ns, choose(ns, { ...info, scopes }, scope.selected ?? state.accountKey))
        if (scope.network) void setNetwork(ns, scope.network, 'wallet')
      }
      persist()
    }).catch((error: unknown) => report(error, 'connection: update'))
  }

  const establish = async (connector: Connector, connection: Connection, current?: StoredConnection['current']): Promise<ConnectionInfo> => {
    const scopes = await parse(connection.scopes)
    if (!Object.keys(scopes).length) { void connection.release().catch(() => undefined); throw new LatchkeyError('wallet.bad_answer', 'The wallet gave no usable account.') }
    live.get(connection.id)?.off()
    const it: Live = { connection, connector, off: () => undefined }
    live.set(connection.id, it)
    it.off = connection.onChange(onChange(connection.id))
    const info = infoOf(it, scopes)
    connections.set(({ connections: list }) => ({ connections: [...list.filter((c) => c.id !== info.id), info] }))
    for (const [ns, scope] of Object.entries(scopes)) {
      if (current && !Object.hasOwn(current, ns)) continue
      if (scope.network) { activeNetwork.set(({ networks: all }) => ({ networks: { ...all, [ns]: scope.network! } })) }
      setNamespace(ns, choose(ns, info, current?.[ns] ?? scope.selected))
    }
    persist()
    return info
  }

  const after = async (info: ConnectionInfo, restored: boolean): Promise<void> => {
    const accounts = Object.values(info.scopes).flatMap((s) => s.accounts.map((a) => ({ ...a, connectionId: info.id })))
    events.emit('connection:established', { connectionId: info.id, connectorId: info.connectorId, accounts, restored })
    const top = router.get().at(-1)?.key
    for (const { value, owner } of flows.after) await guarded(`${owner}: flow.connect.after`, (signal) => value({ connectionId: info.id, connectorId: info.connectorId, accounts, restored }, signal))
    if (!restored && modal.get().open && router.get().at(-1)?.key === top) modal.close()
    const ns = activeNetwork.get().namespace
    const current = ns && activeNetwork.get().networks[ns]
    if (ns && current && connections.get().namespaces[ns]?.connectionId === info.id && !networks.find(current)) showUnsupported(ns)
  }

  const half: Omit<LateHalf, 'ports' | 'http'> = {
    async connect(connectorId: string, { namespaces, silent = false, signal }: ConnectOptions = {}) {
      const connector = connectors.find(connectorId)?.value
      if (!connector) throw new LatchkeyError('kernel.connector_missing', `No connector "${connectorId}" is registered.`, { context: { connectorId } })
      const spaces = connector.namespaces.filter((ns) => adapters.find(ns) && (!namespaces || namespaces.includes(ns)))
      if (!spaces.length) throw new LatchkeyError('kernel.adapter_missing', 'Chain adapter not found', { context: { namespace: connector.namespaces.join() } })
      attempt?.abort(new LatchkeyError('kernel.aborted', 'Another connect was started.'))
      const mine = (attempt = new AbortController())
      signal?.addEventListener('abort', () => mine.abort(new LatchkeyError('kernel.aborted', 'The connect was cancelled.')), { once: true })
      const was = connections.get().namespaces
      const tell = { connectorId, namespaces: spaces, silent } as Parameters<typeof flows.before[number]['value']>[0]
      for (const { value, owner } of flows.before) { try { value(tell) } catch (error) { report(error, `${owner}: flow.connect.before`) } }
      connections.set({ attempt: { connectorId, namespaces: spaces, step: { step: 'opening' } }, namespaces: { ...was, ...Object.fromEntries(spaces.filter((ns) => was[ns]?.status !== 'connected').map((ns) => [ns, { status: 'connecting' as const }])) } })
      events.emit('connection:started', { connectorId, silent })
      const done = (): void => {
        if (attempt !== mine) return
        attempt = undefined
        connections.set(({ namespaces: now }) => ({ attempt: undefined, namespaces: Object.fromEntries(Object.entries(now).map(([ns, s]) => [ns, s.status === 'connecting' && spaces.includes(ns) ? { status: 'disconnected' as const } : s])) }))
      }
      try {
        let link: Promise<Connection>
        try { link = Promise.resolve(connector.connect({ networks: networks.get().map(({ value }) => value).filter(({ namespace }) => spaces.includes(namespace)), silent, signal: mine.signal, onStep: (step) => { if (attempt === mine) connections.set({ attempt: { connectorId, namespaces: spaces, step } }) }, ...(tell.signIn ? { signIn: tell.signIn } : {}) })) } catch (error) { link = Promise.reject(error as Error) }
        let over = false
        void link.then((late) => { if (over) void late.release().catch(() => undefined) }, () => undefined)
        const connection = await new Promise<Connection>((resolve, reject) => {
          mine.signal.addEventListener('abort', () => { over = true; reject(mine.signal.reason as Error) }, { once: true })
          link.then(resolve, reject)
        })
        const info = await establish(connector, connection)
        const first = Object.keys(info.scopes)
        const active = activeNetwork.get().namespace
        if (!active || !first.includes(active)) activeNetwork.set({ namespace: first[0]! })
        done()
        storage.set('walletId', connector.id)
        storage.set('walletName', connector.name)
        const recent = storage.get('recentWallets') ?? []
        storage.set('recentWallets', [{ id: connector.id, ...(connector.rdns ? { rdns: connector.rdns } : {}) }, ...recent.filter(({ id }) => id !== connector.id)].slice(0, 2))
        await after(info, false)
        return info
      } catch (error) {
        done()
        const typed = toConnectError(error, connectorId)
        events.emit('connection:failed', { connectorId, code: typed.code, error: typed })
        throw typed
      }
    },
    async disconnect(target) {
      const all = connections.get().connections
      const ids = !target ? all.map(({ id }) => id) : 'connectionId' in target ? [target.connectionId] : [connections.get().namespaces[target.namespace]?.connectionId].filter((id): id is string => !!id)
      let failure: unknown
      for (const id of ids) {
        const it = live.get(id)
        const ns = target && 'namespace' in target ? target.namespace : undefined
        const part = ns !== undefined && it?.connection.canRelease?.(ns)
        drop(id, 'user', part ? [ns] : undefined)
        try { await (part ? it?.connection.release(ns) : it?.connection.release()) } catch (error) { failure = new LatchkeyError('wallet.disconnect_failed', 'Failed to disconnect', { context: { connectionId: id }, cause: error }) }
      }
      if (failure) throw failure
    },
    async select({ connectionId, namespace, key }) {
      const info = connections.get().connections.find(({ id }) => id === connectionId)
      const it = live.get(connectionId)
      const account = info?.scopes[namespace]?.accounts.find((a) => a.key === key)
      if (!info || !it || !account) throw new LatchkeyError('kernel.connector_missing', 'No connector found for connection', { context: { connectorId: connectionId } })
      await it.connection.switchAccount?.(account)
      setNamespace(namespace, choose(namespace, info, key))
      persist()
    },
    async request({ network, method, params, connectionId, signal }: RpcRequest) {
      const ns = namespaceOf(network)
      const cls = half.classOf(method, ns)
      if (!cls) throw new LatchkeyError('rpc.method_not_allowed', `Requested RPC call is not allowed: ${method}`, { context: { method } })
      const id = connectionId ?? connections.get().namespaces[ns]?.connectionId
      const it = id === undefined ? undefined : live.get(id)
      const scope = it?.connection.scopes[ns]
      const send = async (): Promise<unknown> => {
        if (cls === 'read' && (!it || (scope && scope.methods !== 'any' && !scope.methods.includes(method)))) {
          const adapter = await core.adapter(ns)
          const known = networks.find(network)?.value
          if (!adapter.read || !known) throw new LatchkeyError('rpc.no_connection', `Nobody can answer ${method} on ${network}.`, { context: { network } })
          return adapter.read({ network: known, method, params, ...(signal ? { signal } : {}) })
        }
        if (!it) throw new LatchkeyError('rpc.no_connection', `No wallet is connected for ${network}.`, { context: { network } })
        return it.connection.request({ network, method, params, ...(signal ? { signal } : {}) })
      }
      let ok = false
      const entry = { cls, namespace: ns, reject: (_: unknown) => undefined as void }
      try {
        const result = await new Promise((resolve, reject) => {
          entry.reject = reject
          pending.add(entry)
          signal?.addEventListener('abort', () => reject(new LatchkeyError('kernel.aborted', 'The caller stopped waiting.')), { once: true })
          send().then(resolve, reject)
        })
        ok = true
        return result
      } catch (error) { throw toRequestError(error, method) } finally { pending.delete(entry); events.emit('request:settled', { network, method, ok }) }
    },
    async switchNetwork(id) {
      const ns = namespaceOf(id)
      if (!options.get().networkSwitching) throw new LatchkeyError('kernel.network_switch_disabled', 'Switching networks is disabled by this site.')
      if (!adapters.find(ns)) throw new LatchkeyError('kernel.adapter_missing', 'Chain adapter not found', { context: { namespace: ns } })
      const network: Network | undefined = networks.find(id)?.value
      if (!network) throw new LatchkeyError('kernel.network_unknown', `Network ${id} is not configured.`, { context: { network: id } })
      const before = activeNetwork.get()
      const previous = before.networks[ns]
      if (before.namespace === ns && previous === id) return
      switching?.abort()
      const mine = (switching = new AbortController())
      activeNetwork.set({ namespace: ns })
      const state = connections.get().namespaces[ns]
      const it = state?.connectionId ? live.get(state.connectionId) : undefined
      try {
        if (it?.connection.switchNetwork && previous !== id) await it.connection.switchNetwork(network, mine.signal)
        if (mine.signal.aborted) return
        await setNetwork(ns, id, 'visitor')
        if (!it && modal.get().open && Object.values(connections.get().namespaces).some((s) => s.status === 'connected')) router.push('SwitchActiveChain', { switchToChain: ns, navigateTo: 'Connect' })
        else if (previous && !networks.find(previous)) modal.close()
      } catch (error) {
        activeNetwork.set({ namespace: before.namespace })
        if (router.get().at(-1)?.view === 'SwitchNetwork') router.back()
        throw toRequestError(error, 'switch')
      }
    },
    async restore() {
      const stored = storage.get('connections') ?? []
      restoringLeft = [...stored]
      await Promise.all(stored.map(async (entry) => {
        try {
          const connector = await new Promise<Connector | undefined>((resolve) => {
            const found = connectors.find(entry.connectorId)?.value
            if (found) return resolve(found)
            const off = connectors.subscribe(() => { const now = connectors.find(entry.connectorId)?.value; if (now) { off(); clearTimeout(timer); resolve(now) } })
            const timer = setTimeout(() => { off(); resolve(undefined) }, LIMIT)
          })
          if (!connector?.restore) return
          const connection = await connector.restore(entry.snapshot, { networks: networks.get().map(({ value }) => value).filter(({ namespace }) => connector.namespaces.includes(namespace)), signal: core.signal })
          restoringLeft = restoringLeft.filter((s) => s !== entry)
          if (connection) await after(await establish(connector, connection, entry.current), true)
        } catch (error) { restoringLeft = restoringLeft.filter((s) => s !== entry); core.log.warn('restore', error) }
      }))
      persist()
      connections.set(({ namespaces }) => ({ restoring: false, namespaces: Object.fromEntries(Object.entries(namespaces).map(([ns, s]) => [ns, s.status === 'connecting' ? { status: 'disconnected' as const } : s])) }))
    },
    rejectPending(reason) { for (const p of pending) if (p.cls === 'sign' || p.cls === 'send') p.reject(new LatchkeyError('kernel.aborted', 'Request was aborted', { context: reason ? { reason } : {} })) },
    abortAttempt() { attempt?.abort(new LatchkeyError('kernel.modal_closed', 'Modal closed')) },
    classOf(method, ns) {
      const { allow, deny } = options.get().rpcPolicy ?? {}
      if (deny?.includes(method)) return undefined
      for (const { value } of core.policies) if (value.namespace === ns && Object.hasOwn(value.methods, method)) return value.methods[method]
      return allow && Object.hasOwn(allow, method) ? allow[method] : undefined
    },
  }
  core.onDispose(() => { for (const { off } of live.values()) off(); live.clear(); attempt?.abort(new LatchkeyError('kernel.disposed', 'disposed')) })
  return half
}
