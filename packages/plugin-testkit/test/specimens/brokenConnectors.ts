import {
  LatchkeyError,
  type Account,
  type Connection,
  type ConnectionChange,
  type Connector,
  type Scope,
} from '@latchkey/plugin-api'
import { sample } from './sample.js'
import { connectionOf, connector, installed, typed, type SampleWallet } from './sampleWallet.js'
import { specimens } from './specimen.js'

const page = (): SampleWallet => (window as unknown as { sampleWallet: SampleWallet }).sampleWallet
const good = connector()
const E = (message = 'no'): LatchkeyError => new LatchkeyError('wallet.connect_failed', message)
const having = (more: Partial<Connector>) => () => sample({ connector: more })
/** A connector that depends on the wallet that is there when it is made. */
const made = (make: () => Partial<Connector>) => () =>
  sample({ connector: typeof window === 'undefined' ? {} : make() })
/** A connection with one part replaced. */
const linked = (change: (connection: Connection, wallet: SampleWallet) => Partial<Connection>) =>
  having({
    async connect(request) {
      const connection = await good.connect(request)
      return { ...connection, ...change(connection, page()) }
    },
    async restore(snapshot, request) {
      const connection = await good.restore!(snapshot, request)
      return connection && { ...connection, ...change(connection, page()) }
    },
  })
/** Asks first, and looks at the signal afterwards. */
const asking = (ask: () => Promise<unknown>) =>
  linked((connection) => ({
    async request(request) {
      if (!request.signal?.aborted) return connection.request(request)
      try {
        const asked = ask()
        return await new Promise((resolve, reject) =>
          request.signal?.aborted
            ? reject(new LatchkeyError('kernel.aborted', 'Nobody waits any more'))
            : void asked.then(resolve, reject),
        )
      } catch (error) {
        throw typed(error)
      }
    },
  }))
const scoped = (change: (scope: Scope) => Partial<Scope>) =>
  linked(({ scopes }) => ({
    scopes: { sample: { ...scopes['sample']!, ...change(scopes['sample']!) } },
  }))
const accounts = (change: (account: Account) => object) =>
  scoped((scope) => ({
    accounts: scope.accounts.map((account) => ({ ...account, ...change(account) })),
  }))
const restoring = (restore: NonNullable<Connector['restore']>) => having({ restore })
/** A connector that maps errors of its wallet by this function. */
const throwing = (map: (error: unknown) => unknown) =>
  having({
    async connect(request) {
      try {
        if (request.silent || request.signal.aborted) return await good.connect(request)
        return connectionOf(
          page(),
          await Promise.race([
            page().enable(),
            new Promise<never>((_, reject) =>
              request.signal.addEventListener(
                'abort',
                () => reject(new LatchkeyError('kernel.aborted', 'Request was aborted')),
                { once: true },
              ),
            ),
          ]),
        )
      } catch (error) {
        throw map(error)
      }
    },
  })
const once = (): (() => boolean) => {
  let turn = 0
  return () => turn++ === 0
}

const introducing = specimens([
  ['has a name that can be shown', 'a name of spaces', 'name "  "', having({ name: '  ' })],
  [
    'has an icon that cannot run code',
    'an icon from anywhere',
    'neither data:image/ nor https',
    having({ icon: 'http://sample.test/icon.png' }),
  ],
  [
    'is of a kind that the contract knows',
    'a kind of its own',
    'kind "hardware"',
    having({ kind: 'hardware' as never }),
  ],
  [
    'serves namespaces that have an adapter, each named once',
    'a namespace twice',
    'named twice',
    having({ namespaces: ['sample', 'sample'] }),
  ],
  [
    'has an id that can be stored and read aloud',
    'an id with a line in it',
    'is not made of letters',
    () => {
      const plugin = sample()
      return {
        ...plugin,
        start: (ctx: Parameters<NonNullable<typeof plugin.start>>[0]) => (
          ctx.connectors.add(connector({ id: 'sample\nwallet' })),
          plugin.start?.(ctx)
        ),
      }
    },
  ],
  [
    'has the same id on every page',
    'an id of the moment',
    'on the next page there is no',
    (() => {
      // The first visit, the page, and the next page.
      let turn = 0
      return () => sample({ connector: { id: turn++ < 2 ? 'sample.wallet' : 'sample.wallet.2' } })
    })(),
  ],
  [
    'has an rdns, or the name that its standard uses, that can be stored',
    'a name with a line in it',
    'is not the name of a wallet',
    having({ rdns: 'test\nsample' }),
  ],
  [
    'names safe addresses to install the wallet from',
    'a place that runs',
    'not an https address',
    having({ install: { homepage: 'javascript:alert(1)' } }),
  ],
  [
    'states its availability in a word of the contract',
    'a word of its own',
    'answered "yes"',
    having({ availability: () => 'yes' as never }),
  ],
  [
    'states its availability without asking the wallet, however often',
    'an answer of the moment',
    'after "available"',
    () => {
      const isFirst = once()
      return sample({ connector: { availability: () => (isFirst() ? 'available' : 'installed') } })
    },
  ],
  [
    'survives a wallet that is gone',
    'a wallet that must be there',
    'threw TypeError',
    having({ availability: () => (page().name ? 'installed' : 'missing') }),
  ],
  [
    'prepares without asking the user, however often',
    'a wallet that is asked ahead',
    'before anybody connected',
    having({ prepare: async () => void (await page().enable()) }),
  ],
  [
    'stops preparing when the visitor no longer hovers',
    'an error of no type',
    'prepare threw Error',
    having({
      prepare: (signal) =>
        signal.aborted ? Promise.reject(new Error('stopped')) : Promise.resolve(),
    }),
  ],
  [
    'shows no name or icon that can do harm',
    'an icon as the wallet gives it',
    'icon "javascript:',
    made(() => ({ name: page().name, icon: page().icon })),
  ],
])

const connecting = specimens([
  [
    'connects by the kernel without a failure',
    'an address that is none',
    'wallet.bad_answer',
    accounts(() => ({ address: 'nonsense' })),
  ],
  [
    'asks the user once',
    'a wallet that is asked twice',
    'asked its user 2 times',
    having({ connect: async (request) => (await page().enable(), good.connect(request)) }),
  ],
  [
    'returns a connection that names its connector',
    'the name of another',
    'names connector "other"',
    linked(() => ({ connectorId: 'other' })),
  ],
  ['shows at least one account', 'nobody', 'has no account', scoped(() => ({ accounts: [] }))],
  [
    'keeps each account in the scope of its namespace',
    'an account of another namespace',
    'stands in scope sample',
    accounts(() => ({ namespace: 'other' })),
  ],
  [
    'gives each account a key of its own',
    'two accounts with one key',
    'same key',
    accounts(() => ({ key: 'a' })),
  ],
  [
    'gives each account a type, and a path and a public key as the contract spells them',
    'a public key with prefix',
    'not hexadecimal without prefix',
    accounts(() => ({ publicKey: '0x02' })),
  ],
  [
    'shows addresses that their adapter accepts',
    'an address that is none',
    'refuses "nonsense"',
    accounts(() => ({ address: 'nonsense' })),
  ],
  [
    'names the networks and methods of its scopes',
    'a network of another namespace',
    'stands in scope sample',
    scoped(() => ({ networks: ['other:1'] })),
  ],
  [
    'names its steps',
    'a step without a name',
    'a step is called',
    having({ connect: (request) => (request.onStep({ step: 7 } as never), good.connect(request)) }),
  ],
  [
    'has the same id and the same keys when it is connected again',
    'an id of the moment',
    'it is called',
    (() => {
      let turn = 0
      return linked(() => ({ id: `sample.${turn++}` }))
    })(),
  ],
  [
    'answers two connects at once',
    'an error for the first',
    'nobody does',
    (() => having({ connect: async () => Promise.reject(E()) }))(),
  ],
  [
    'answers, or refuses, when no network is asked for',
    'a network that must be there',
    'threw TypeError',
    having({ connect: async (request) => (request.networks[0]!.id.trim(), good.connect(request)) }),
  ],
  [
    'leaves the networks unchanged',
    'networks that are sorted in place',
    'connect threw TypeError',
    having({
      connect: async (request) => (
        (request.networks as never as { id: string }[]).sort((a, b) => a.id.localeCompare(b.id)),
        good.connect(request)
      ),
    }),
  ],
  [
    'says in a typed error that the wallet is gone',
    'a wallet that must be there',
    'threw TypeError',
    having({ connect: async (request) => (page().name.trim(), good.connect(request)) }),
  ],
  [
    'refuses a method that no plugin allows',
    'a policy for anything',
    'succeeded',
    () => {
      const plugin = sample()
      return {
        ...plugin,
        setup: (ctx: Parameters<typeof plugin.setup>[0]) => (
          ctx.rpc.allow({ namespace: 'sample', methods: { latchkey_nobodySpeaksForThis: 'read' } }),
          plugin.setup({ ...ctx })
        ),
        start(ctx: never) {
          return sample({
            connector: {
              connect: async (request) => ({
                ...(await good.connect(request)),
                request: ({ method }) => Promise.resolve(method),
              }),
            },
          }).start?.(ctx)
        },
      }
    },
  ],
  [
    'refuses an unknown request with a typed error',
    'an error of the wallet',
    'threw Error',
    linked(() => ({ request: () => Promise.reject(new Error('unknown')) })),
  ],
  [
    'refuses a network that it is not on',
    'a request on any network',
    'succeeded',
    linked((connection) => ({
      request: (request) =>
        request.network === 'sample:1' ? connection.request(request) : Promise.resolve('done'),
    })),
  ],
  [
    'refuses a request that is cancelled beforehand',
    'a request after all',
    'cancelled succeeded',
    linked((connection) => ({
      request: ({ network, method }) => connection.request({ network, method }),
    })),
  ],
  [
    'refuses a request that is cancelled beforehand',
    'a wallet that is asked all the same, and whose refusal nobody waits for (audit C4)',
    'a promise was rejected and nobody waited for it',
    asking(() => Promise.reject({ code: 4200, message: 'Unknown.' })),
  ],
  [
    'asks no wallet for a request that is cancelled beforehand',
    'a wallet that opens for a request that nobody waits for (audit C4)',
    'made the wallet ask its user',
    asking(() => page().enable()),
  ],
  [
    'asks no wallet for a request that is cancelled beforehand',
    'a wallet that is asked before the signal is looked at, and throws (audit C4)',
    'the wallet was asked all the same',
    asking(() => page().exposing()),
  ],
  [
    'answers every method that it is asked for, whatever its parameters',
    'parameters that are believed',
    'threw TypeError',
    linked((connection) => ({
      request: (request) =>
        request.method === 'sample_sign' && !request.signal?.aborted
          ? Promise.resolve((request.params as string[])[0]!.trim())
          : connection.request(request),
    })),
  ],
])

/** Waits for the wallet whatever happens, and says so with a typed error in the end. */
const deaf = having({
  async connect(request) {
    if (request.silent || request.signal.aborted) return good.connect(request)
    try {
      return connectionOf(page(), await page().enable())
    } catch (error) {
      throw typed(error)
    }
  },
})
/** Reads the number of EIP-1193, and no deeper than what was thrown. */
const isRejected = (error: unknown): boolean =>
  (error as { code?: unknown } | null | undefined)?.code === 4001
const messageIn = (error: unknown): unknown =>
  (error as { message?: unknown } | null | undefined)?.message
const refusing = specimens([
  [
    'takes 4001 for wallet.user_rejected',
    'a refusal that is a failure',
    'threw wallet.connect_failed',
    throwing(() => E()),
  ],
  [
    'takes -32002 for wallet.request_pending',
    'a question that is a failure',
    'threw wallet.connect_failed',
    throwing(() => E()),
  ],
  [
    'takes a "no" for wallet.user_rejected at every depth and in every spelling',
    'a code that is read as a number, and at one depth only',
    '88 of 89 refusals are misread',
    throwing((error) =>
      isRejected(error) ? new LatchkeyError('wallet.user_rejected', 'no') : E(),
    ),
  ],
  [
    'gives each code of a wallet its meaning at every depth',
    'all codes but that of a refusal',
    'wallet.connect_failed: no; expected wallet.unauthorized',
    throwing((error) => (typed(error).code === 'wallet.user_rejected' ? typed(error) : E())),
  ],
  [
    'does not take any other error for a "no"',
    'a "no" in every word that sounds like one',
    'is wallet.user_rejected, though nobody declined',
    throwing((error) =>
      /reject|denied/i.test(String(messageIn(error)))
        ? new LatchkeyError('wallet.user_rejected', 'no')
        : typed(error),
    ),
  ],
  [
    'reads a refused signature as it reads a refused connection',
    'a signature whose refusal is a failure',
    '89 of 89 refusals are misread',
    linked((connection) => ({
      request: (request) =>
        connection
          .request(request)
          .catch(() => Promise.reject(new LatchkeyError('rpc.failed', 'It was not signed'))),
    })),
  ],
  [
    'makes one typed error of any thrown primitive',
    'a text as it was thrown',
    'threw ""; expected',
    throwing((error) => (typeof error === 'string' ? error : typed(error))),
  ],
  [
    'makes one typed error of any thrown object',
    'an error as it was thrown',
    'threw Error: no',
    throwing((error) => (error instanceof Error && !('code' in error) ? error : typed(error))),
  ],
  [
    'makes one typed error of a thrown object that cannot be read',
    'an error that is read',
    'threw TypeError',
    throwing((error) => {
      try {
        void (error as { code?: unknown } | undefined)?.code
        return typed(error)
      } catch (thrown) {
        return thrown
      }
    }),
  ],
  [
    'says what happened in words, without repeating endless text',
    'all that the wallet says',
    '1000000 letters',
    throwing((error) => E((error as Error).message)),
  ],
  [
    'does not ask again by itself',
    'another try',
    'asked 2 times',
    having({ connect: (request) => good.connect(request).catch(() => good.connect(request)) }),
  ],
  [
    'leaves no listener on a wallet that refused',
    'a listener too early',
    'listeners stayed on the wallet after it refused',
    having({
      connect: (request) => (installed()?.handlers.add(() => undefined), good.connect(request)),
    }),
  ],
  [
    'connects when the user says yes the next time',
    'a grudge',
    'kernel.connect threw',
    (() => {
      return () => {
        let isHurt = false
        return sample({
          connector: {
            connect: async (request) => {
              if (isHurt) throw E()
              return good.connect(request).catch((error: unknown) => {
                isHurt = true
                throw error
              })
            },
          },
        })
      }
    })(),
  ],
  [
    'makes a typed error of what a wallet throws in the call itself',
    'a call that must not throw',
    'at once threw undefined',
    having({
      connect: (request) =>
        request.silent
          ? good.connect(request)
          : page()
              .enable()
              .then(
                (list) => connectionOf(page(), list),
                (error: unknown) => Promise.reject(typed(error)),
              ),
    }),
  ],
  [
    'ends at once when it is cancelled while the wallet says nothing',
    'a wait that does not end',
    'did not settle',
    deaf,
  ],
  [
    'ignores a late answer',
    'an answer after the end',
    'connected after all',
    () => {
      const plugin = sample()
      return {
        ...plugin,
        start(ctx: Parameters<NonNullable<typeof plugin.start>>[0]) {
          const late: Connector['connect'] = (request) =>
            good.connect(request).catch((error: unknown) => {
              const id = setInterval(() => {
                if (page().exposed().length) {
                  clearInterval(id)
                  void ctx.connections.connect('sample.wallet').catch(() => undefined)
                }
              }, 0)
              ctx.onDispose(() => clearInterval(id))
              throw error
            })
          return sample({
            connector: {
              connect: (request) =>
                page().exposed().length
                  ? Promise.resolve(connectionOf(page(), page().exposed()))
                  : late(request),
            },
          }).start?.(ctx as never)
        },
      }
    },
  ],
  [
    'leaves no listener when it is cancelled, also after a late answer',
    'a listener after a late answer',
    'after a connect that was cancelled',
    having({
      connect: (request) => {
        request.signal.addEventListener('abort', () => void page().handlers.add(() => undefined))
        return good.connect(request)
      },
    }),
  ],
  [
    'asks no wallet when it is already cancelled',
    'a wallet that is asked after all',
    'although its signal was aborted already',
    having({
      connect: (request) => (request.signal.aborted && void page().enable(), good.connect(request)),
    }),
  ],
  [
    'connects after it was cancelled',
    'a grudge',
    'kernel.connect threw',
    () => {
      let isHurt = false
      return sample({
        connector: {
          connect: async (request) => {
            if (isHurt) throw E()
            request.signal.addEventListener('abort', () => void (isHurt = true))
            return good.connect(request)
          },
        },
      })
    },
  ],
  [
    'stays connected when the signal of its connect is aborted later',
    'a signal that ends all',
    'when the signal of its connect was aborted',
    having({
      async connect(request) {
        const connection = await good.connect(request)
        return {
          ...connection,
          onChange: (listener) => (
            request.signal.addEventListener('abort', () => listener({ closed: 'user' })),
            connection.onChange(listener)
          ),
        }
      },
    }),
  ],
  [
    'refuses a silent connect of a wallet that never saw this page',
    'a connection with nobody',
    'succeeded',
    having({
      connect: async (request) =>
        request.silent ? connectionOf(page(), []) : good.connect(request),
    }),
  ],
  [
    'asks no user in a silent connect',
    'a prompt in silence',
    'silent connect asked',
    having({ connect: (request) => good.connect({ ...request, silent: false }) }),
  ],
  [
    'asks no user in a silent connect of a wallet that knows the page',
    'a prompt in silence',
    'asked the user again',
    having({ connect: (request) => good.connect({ ...request, silent: false }) }),
  ],
  [
    'leaves no listener after a silent connect that failed',
    'a listener too early',
    'after a silent connect',
    having({
      connect: (request) => (
        request.silent && page().handlers.add(() => undefined),
        good.connect(request)
      ),
    }),
  ],
])

const lasting = specimens([
  [
    'has a snapshot of plain JSON',
    'a snapshot with more than JSON',
    'does not survive JSON',
    linked(() => ({ snapshot: () => ({ at: new Date() }) as never })),
  ],
  [
    'has a small snapshot that stays the same',
    'a snapshot of the moment',
    'second snapshot is another',
    (() => {
      let turn = 0
      return linked(() => ({ snapshot: () => ({ turn: turn++ }) }))
    })(),
  ],
  [
    'restores its own snapshot under the same id',
    'another id after a reload',
    'sample.wallet.2',
    restoring(async (snapshot, request) => {
      const connection = await good.restore!(snapshot, request)
      return connection && { ...connection, id: `${connection.id}.2` }
    }),
  ],
  [
    'restores the same accounts',
    'one account after a reload',
    'has other accounts',
    restoring(async () => connectionOf(page(), ['s.bob'])),
  ],
  [
    'restores without asking the user',
    'a prompt after a reload',
    'restoring asked',
    restoring(async () => connectionOf(page(), await page().enable())),
  ],
  [
    'restores nothing from a snapshot that it did not write',
    'a snapshot that is believed',
    'restore of null',
    restoring(async (snapshot) =>
      connectionOf(
        page(),
        (snapshot as { addresses: string[] }).addresses.map((address) => address),
      ),
    ),
  ],
  [
    'restores nothing dangerous from a changed snapshot',
    'a snapshot that must be a list',
    'changed snapshot threw',
    restoring(async (snapshot) =>
      connectionOf(
        page(),
        ((snapshot ?? {}) as { addresses?: string[] }).addresses?.map((address) =>
          address.trim(),
        ) ?? [],
      ),
    ),
  ],
  [
    'asks no user, whatever the snapshot holds',
    'a prompt for junk',
    'did not write asked the user',
    restoring(async (snapshot) =>
      Array.isArray(snapshot) ? void (await page().enable()) : undefined,
    ),
  ],
  [
    'leaves no listener where there was nothing to restore',
    'a listener too early',
    'nothing to revive',
    restoring(
      (snapshot, request) => (
        page().handlers.add(() => undefined),
        good.restore!(snapshot, request)
      ),
    ),
  ],
  [
    'restores nothing when it is cancelled',
    'an error of no type',
    'aborted already threw',
    restoring(
      (snapshot, request) => (request.signal.throwIfAborted(), good.restore!(snapshot, request)),
    ),
  ],
  [
    'restores nothing when the wallet is gone',
    'a wallet that must be there',
    'without a wallet threw TypeError',
    restoring(
      async (snapshot, request) => (page().exposed().at(0), good.restore!(snapshot, request)),
    ),
  ],
  [
    'is restored after a reload without a prompt',
    'a connection that is forgotten',
    'after a reload the connection is gone',
    restoring(() => Promise.resolve(undefined)),
  ],
  [
    'is not restored after a reload when the user disconnected',
    'a connection that clings',
    'connected again',
    () => {
      const plugin = sample()
      return {
        ...plugin,
        async start(ctx: Parameters<NonNullable<typeof plugin.start>>[0]) {
          await plugin.start?.(ctx)
          if (typeof window === 'undefined' || !installed()?.exposed().length) return
          void ctx.connections.connect('sample.wallet').catch(() => undefined)
        },
      }
    },
  ],
  [
    'does not hold up a page whose wallet is gone',
    'a wallet that must be there',
    'failed in start',
    () => {
      const plugin = sample()
      return {
        ...plugin,
        start(ctx: Parameters<NonNullable<typeof plugin.start>>[0]) {
          if (typeof window !== 'undefined') page().name.trim()
          return plugin.start?.(ctx)
        },
      }
    },
  ],
  [
    'is disconnected after a disconnect',
    'an end that fails',
    'Failed to disconnect',
    linked(() => ({ release: () => Promise.reject(new Error('no')) })),
  ],
  [
    'leaves no listener after a disconnect',
    'listeners that stay',
    'after a disconnect',
    linked((_, wallet) => ({
      onChange: (listener) => (
        wallet.handlers.add(() => listener({ closed: 'wallet' })),
        () => undefined
      ),
    })),
  ],
  [
    'leaves no listener after a release that nobody listened to',
    'a listener of its own',
    'after release',
    linked((_, wallet) => (wallet.handlers.add(() => undefined), {})),
  ],
  [
    'leaves no listener when the kernel ends',
    'a listener of its own',
    'after the kernel ended',
    linked((_, wallet) => (wallet.handlers.add(() => undefined), {})),
  ],
  [
    'can be released twice',
    'an end that comes once',
    'second release threw',
    linked((connection) => {
      const isFirst = once()
      return {
        release: () => (isFirst() ? connection.release() : Promise.reject(new Error('already'))),
      }
    }),
  ],
  [
    'can be unsubscribed from twice',
    'an end that comes once',
    'unsubscribing twice threw',
    linked((connection) => ({
      onChange: (listener) => {
        const [stop, isFirst] = [connection.onChange(listener), once()]
        return () => {
          if (!isFirst()) throw new Error('already')
          stop()
        }
      },
    })),
  ],
  [
    'answers no request after a release',
    'an answer after the end',
    'request after release succeeded',
    linked(() => ({ request: () => Promise.resolve('still here') })),
  ],
  [
    'releases one namespace, or ends as a whole',
    'a word for a truth',
    'canRelease answered',
    linked(() => ({ canRelease: () => 'yes' as never })),
  ],
  [
    'can be disconnected by its namespace',
    'an end that fails',
    'Failed to disconnect',
    linked(() => ({ release: () => Promise.reject(new Error('no')) })),
  ],
  [
    'connects again after a release',
    'a grudge',
    'kernel.connect threw',
    () => {
      let isHurt = false
      return sample({
        connector: {
          connect: async (request) => {
            if (isHurt) throw E()
            const connection = await good.connect(request)
            return { ...connection, release: () => ((isHurt = true), connection.release()) }
          },
        },
      })
    },
  ],
])

const changed = (
  change: (
    change: ConnectionChange,
    tell: (change: ConnectionChange) => void,
    connection: Connection,
  ) => void,
) =>
  linked((connection) => ({
    onChange: (listener) => connection.onChange((event) => change(event, listener, connection)),
  }))
const changing = specimens([
  [
    'reports that the user chose another account',
    'accounts that are kept',
    'not within',
    changed((change, tell) => 'scopes' in change || tell(change)),
  ],
  [
    'is disconnected when the wallet revokes all accounts',
    'an end that nobody hears',
    'not within',
    changed((change, tell) => 'closed' in change || tell(change)),
  ],
  [
    'does not take over a malformed account',
    'a list that is believed',
    'hands',
    linked((_, wallet) => ({
      onChange: (listener) => {
        const handle = (event: { accounts?: readonly unknown[] }): void => {
          for (const each of event.accounts ?? [])
            if (typeof each !== 'string') throw new TypeError('hands')
          listener({ scopes: {} })
        }
        wallet.handlers.add(handle as never)
        return () => void wallet.handlers.delete(handle as never)
      },
    })),
  ],
  [
    'survives 10,000 accounts',
    'a stack of accounts',
    'stack',
    linked((_, wallet) => ({
      onChange: (listener) => {
        const handle = (event: { accounts?: readonly unknown[] }): void => {
          if ((event.accounts?.length ?? 0) > 5_000)
            throw new RangeError('Maximum call stack size exceeded')
          listener({ scopes: {} })
        }
        wallet.handlers.add(handle as never)
        return () => void wallet.handlers.delete(handle as never)
      },
    })),
  ],
  [
    'reports nothing after it was released',
    'an echo',
    'after release it told',
    linked((connection, wallet) => ({
      onChange: (listener) => (
        wallet.handlers.add(() => listener({ network: 'sample:1' })),
        connection.onChange(listener)
      ),
    })),
  ],
  [
    'notifies all listeners, even when one of them throws',
    'one listener only',
    'not within',
    linked((connection) => {
      const isFirst = once()
      return {
        onChange: (listener) => (isFirst() ? connection.onChange(listener) : () => undefined),
      }
    }),
  ],
  [
    'reports that the wallet went to another network',
    'a network that is kept',
    'not within',
    changed((change, tell) => 'network' in change || tell(change)),
  ],
  [
    'survives a network that nobody configured',
    'an end for a strange network',
    'ended the connection',
    changed((change, tell) =>
      tell('network' in change && change.network === 'sample:99' ? { closed: 'wallet' } : change),
    ),
  ],
  [
    'is disconnected when the wallet ends the connection',
    'an end that nobody hears',
    'not within',
    changed((change, tell) => 'closed' in change || tell(change)),
  ],
  [
    'answers no request after the wallet ended the connection',
    'an answer after the end',
    'succeeded',
    linked(() => ({ request: () => Promise.resolve('still here') })),
  ],
  [
    'does not ask the user after a reload, and comes to rest',
    'a prompt after a reload',
    'by a reload',
    restoring(async () => connectionOf(page(), await page().enable())),
  ],
  [
    'can be connected when it is unlocked',
    'a wallet that is passed by',
    'without its user',
    having({
      connect: async (request) =>
        request.silent || request.signal.aborted
          ? good.connect(request)
          : connectionOf(page(), ['s.alice', 's.bob']),
    }),
  ],
])

export const brokenConnectors = [
  ...introducing,
  ...connecting,
  ...refusing,
  ...lasting,
  ...changing,
]
