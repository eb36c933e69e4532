import {
  LatchkeyError,
  type AdapterRegistration,
  type ChainAdapter,
  type PluginContext,
} from '@latchkey/plugin-api'
import { adapter, ask, sample, toAmount } from './sample.js'
import { specimens } from './specimen.js'

const sound = adapter()
const having = (more: Partial<ChainAdapter>) => () => sample({ adapter: more })
const registered =
  (change: (registration: AdapterRegistration, ctx: PluginContext) => object) => () => {
    const plugin = sample()
    return {
      ...plugin,
      setup: (ctx: Parameters<typeof plugin.setup>[0]) =>
        plugin.setup({
          ...ctx,
          adapters: {
            ...ctx.adapters,
            add: (registration) =>
              ctx.adapters.add({ ...registration, ...change(registration, ctx) }),
          },
        }),
    }
  }
const resembling = (resembles: (text: string) => unknown) => registered(() => ({ resembles }))
/** A shape that also takes what this pattern takes. */
const lax = (pattern: RegExp) =>
  resembling(
    (text) => typeof text === 'string' && (/^s\.[a-z]{3,8}$/i.test(text) || pattern.test(text)),
  )
/** An adapter that changes the text before it looks at it. */
const loose = (change: (text: string) => string) =>
  having({
    parseAddress: (text) => sound.parseAddress(typeof text === 'string' ? change(text) : text),
  })
const knowing = (...texts: string[]) =>
  having({ parseAddress: (text) => (texts.includes(text) ? text : sound.parseAddress(text)) })
const bare = having({
  parseAddress(text) {
    try {
      return sound.parseAddress(text)
    } catch {
      throw new Error('bad address')
    }
  },
})
const strip = (pattern: RegExp) => loose((text) => text.replace(pattern, ''))

const shape = specimens([
  [
    'recognises a valid address by its shape',
    'a shape that knows small letters only',
    'is not true',
    resembling((text) => typeof text === 'string' && /^s\.[a-z]{3,8}$/.test(text)),
  ],
  [
    'recognises the same texts when it is asked again',
    'a pattern that remembers where it stopped',
    'otherwise the second time',
    () => {
      const pattern = /^s\.[a-z]{3,8}$/gi
      return resembling((text) => typeof text === 'string' && pattern.test(text))()
    },
  ],
  [
    'does not recognise an empty text or spaces',
    'a shape of nothing',
    'resembles("") answered true',
    lax(/^$/),
  ],
  [
    'does not recognise a value that is not a text, and does not throw',
    'a shape that throws',
    'threw',
    resembling((text) => /^s\.[a-z]{3,8}$/.test(text.toLowerCase())),
  ],
  [
    'does not recognise an object that becomes an address when stringified',
    'a pattern that takes lists',
    'answered true',
    resembling(
      (text) =>
        typeof text !== 'symbol' &&
        text !== null &&
        typeof (text as { at?: unknown } | undefined)?.at === 'function' &&
        /^s\.[a-z]{3,8}$/i.test(text),
    ),
  ],
  [
    'does not recognise names that every object has',
    'a shape by a table',
    'answered true',
    lax(/^constructor$/),
  ],
  ['does not recognise markup', 'a shape of anything in brackets', 'answered true', lax(/^<.*>$/)],
  [
    'does not recognise an address with spaces around or in it',
    'a shape that is trimmed',
    'answered true',
    resembling((text) => typeof text === 'string' && /^s\.[a-z]{3,8}$/i.test(text.trim())),
  ],
  [
    'does not recognise an address with control characters',
    'a shape up to the end of text',
    'answered true',
    resembling((text) => typeof text === 'string' && /^s\.[a-z]{3,8}\p{Cc}?$/iu.test(text)),
  ],
  [
    'does not recognise an address with invisible or broken characters',
    'a shape that looks over a direction mark',
    'answered true',
    lax(/^s\.alice\u202e$/),
  ],
  [
    'does not recognise endless text, and answers at once',
    'a shape without an end',
    'answered true',
    lax(/^s\.[a-z.]{9,}$/i),
  ],
  [
    'recognises by shape alone, without a request, a timer or storage',
    'a shape that is looked up',
    'resembles did fetch',
    registered(({ resembles }) => ({
      resembles: (text: string) => (
        resembles(text) && void fetch('https://rpc.sample.example').catch(() => undefined),
        resembles(text)
      ),
    })),
  ],
])

const parsing = specimens([
  [
    'parses an address to its canonical spelling',
    'an address left as it was written',
    'answered "S.BOB"',
    having({ parseAddress: (text) => (sound.parseAddress(text), text) }),
  ],
  [
    'parses the same where a network is named',
    'a network that is prefixed',
    '"1:s.alice"',
    having({
      parseAddress: (text, network) => `${network ? '1:' : ''}${sound.parseAddress(text)}`,
    }),
  ],
  [
    'leaves a canonical spelling as it is',
    'a spelling that moves on',
    'changes "s.bob"',
    (() => {
      let turn = 0
      return having({
        parseAddress: (text) =>
          text === 's.bob' && turn++ % 2 === 0 ? 's.bobby' : sound.parseAddress(text),
      })
    })(),
  ],
  [
    'answers at once, with a text',
    'a promise of an address',
    'which is not a text',
    having({ parseAddress: (text) => Promise.resolve(sound.parseAddress(text)) as never }),
  ],
  [
    'parses the same the second time, whatever was refused between',
    'a parser that sulks',
    'answers otherwise',
    (() => {
      let isSulking = false
      return having({
        parseAddress(text) {
          if (isSulking) throw new LatchkeyError('adapter.invalid_address', 'Not now')
          isSulking = text.endsWith('!')
          return sound.parseAddress(text)
        },
      })
    })(),
  ],
  [
    'parses different addresses differently: a changed letter is refused or changes the result',
    'an address of its first letters',
    'answered the address of',
    having({
      parseAddress: (text) =>
        sound.parseAddress(text).startsWith('s.alic') ? 's.alice' : sound.parseAddress(text),
    }),
  ],
  [
    'answers a canonical spelling, or refuses, whichever letter has another case',
    'a spelling in two cases',
    'does not leave as it is',
    having({
      parseAddress: (text) =>
        text === 's.Alice' ? 's.ALice' : text === 's.ALice' ? 's.alice' : sound.parseAddress(text),
    }),
  ],
  [
    'answers, or refuses, for a network that nobody configured',
    'a network that is believed',
    'threw TypeError',
    having({
      parseAddress: (text, network) => (network?.rpcUrls[0]!.trim(), sound.parseAddress(text)),
    }),
  ],
])

const refusing = specimens([
  ['refuses near misses', 'an error of no type', 'threw Error: bad address', bare],
  [
    'refuses an empty text and spaces',
    'an address of nothing',
    'parseAddress("") succeeded',
    knowing(''),
  ],
  [
    'refuses a value that is not a text',
    'a parser that counts on text',
    'threw TypeError',
    having({ parseAddress: (text) => sound.parseAddress(text.trim() === text ? text : '') }),
  ],
  [
    'refuses an object that becomes an address when stringified',
    'a parser that makes text of all',
    'succeeded',
    having({
      parseAddress(text) {
        try {
          return sound.parseAddress(`${text}`)
        } catch {
          return sound.parseAddress('')
        }
      },
    }),
  ],
  [
    'refuses an address with spaces around or in it',
    'an address that is trimmed',
    'succeeded',
    loose((text) => text.trim()),
  ],
  [
    'refuses an address with control characters',
    'an address without its control characters',
    'succeeded',
    strip(/\p{Cc}/gu),
  ],
  [
    'refuses an address with invisible characters',
    'an address without what is not seen',
    'succeeded',
    strip(/[\u200b-\u202e]/g),
  ],
  [
    'refuses an address with broken characters',
    'an address without its emoji',
    'succeeded',
    strip(/😀/gu),
  ],
  [
    'refuses letters that look the same',
    'letters that are replaced',
    'succeeded',
    loose((text) => text.replace(/а/g, 'a')),
  ],
  [
    'refuses letters that become the same when their case is changed',
    'a long s',
    'succeeded',
    loose((text) => text.replace(/\u017f/g, 's')),
  ],
  ['refuses an address that is cut short', 'a beginning', 'succeeded', knowing('s.a')],
  [
    'refuses two addresses in one',
    'the first of a list',
    'succeeded',
    loose((text) => text.split(',')[0]!),
  ],
  [
    'refuses endless text',
    'the beginning of endless text',
    'succeeded',
    loose((text) => (text.length > 10_000 ? 's.alice' : text)),
  ],
  [
    'refuses an account id or a payment link in place of an address',
    'an account id',
    'succeeded',
    loose((text) => text.replace(/^sample:1:/, '')),
  ],
  [
    'refuses markup',
    'an address up to its markup',
    'succeeded',
    loose((text) => text.replace(/<.*/, '')),
  ],
  [
    'refuses names that every object has',
    'a table of names',
    'succeeded',
    having({
      parseAddress: (text) =>
        typeof text === 'string' && text in {} ? text : sound.parseAddress(text),
    }),
  ],
  [
    'refuses addresses of other namespaces',
    'an address of Bitcoin',
    'succeeded',
    knowing('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
  ],
  [
    'names in the error the namespace and the refused text',
    'an error without context',
    'context names undefined',
    having({
      parseAddress(text) {
        try {
          return sound.parseAddress(text)
        } catch {
          throw new LatchkeyError('adapter.invalid_address', 'Not an address of the sample chain')
        }
      },
    }),
  ],
  [
    'says in the error what was expected, without repeating endless text',
    'an error with all of it',
    'cut what it repeats',
    having({
      parseAddress(text) {
        try {
          return sound.parseAddress(text)
        } catch {
          throw new LatchkeyError(
            'adapter.invalid_address',
            `Not an address of the sample chain: ${String(text)}`,
            { context: { input: String(text), namespace: 'sample' } },
          )
        }
      },
    }),
  ],
])

const spelling = specimens([
  [
    'shortens an address for the screen',
    'an address that grows',
    '"s.alice (7)"',
    having({ formatAddress: (address) => `${address} (${address.length})` }),
  ],
  [
    'shortens to text that begins as the address does',
    'an address from behind',
    'begins otherwise',
    having({ formatAddress: (address) => address.slice(-4) }),
  ],
  [
    'shortens to plain text',
    'markup in an address',
    'holds markup',
    having({ formatAddress: (address) => `${address.slice(0, 3)}&` }),
  ],
  [
    'shortens any text without throwing',
    'a short address that is too short',
    'threw TypeError',
    having({ formatAddress: (address) => address.slice(0, 4) + address[4]!.toLowerCase() }),
  ],
  [
    'spells an account for every network in its canonical way, or leaves it to the wallet',
    'a spelling that it would not accept itself',
    'not canonical',
    having({ addressOn: ({ address }) => address.toUpperCase() }),
  ],
  [
    'spells an account the same when it is asked again',
    'a spelling of the moment',
    'the second time',
    (() => {
      let turn = 0
      return having({ addressOn: ({ address }) => (turn++ % 2 ? undefined : address) })
    })(),
  ],
  [
    'leaves its own spelling as it is',
    'a spelling that goes on',
    'does not leave its own spelling',
    having({ addressOn: ({ address }) => (address === 's.alice' ? 's.bobby' : 's.alice') }),
  ],
  [
    'leaves account and network unchanged',
    'an account that is written',
    'frozen account',
    having({ addressOn: (account) => (account.address = account.address.toLowerCase()) }),
  ],
  [
    'answers an address, nothing or a typed error on a network that nobody configured',
    'a network that must be known',
    'threw TypeError',
    having({ addressOn: ({ address }, { rpcUrls }) => rpcUrls[0]!.slice(0, 0) + address }),
  ],
  [
    'survives an account with a malformed address',
    'an account that is believed',
    'threw TypeError',
    having({ addressOn: ({ address }) => (address.split('.')[1]!.length ? address : undefined) }),
  ],
])

const abilities = specimens([
  [
    'has every ability that it declares',
    'an ability that is not there',
    'declares "estimate"',
    registered(({ abilities: list }) => ({ abilities: [...list, 'estimate'] })),
  ],
  [
    'declares every ability that it has',
    'an ability that is not said',
    'can do "estimate"',
    having({ estimate: () => Promise.resolve({ fee: 1n }) }),
  ],
  [
    'names abilities that the contract knows, each once',
    'an ability twice',
    'declared twice',
    registered(({ abilities: list }) => ({ abilities: [...list, 'sign'] })),
  ],
  [
    'has each ability in the form that the contract gives it',
    'a sending without watching',
    '"send" is not an object',
    having({
      send: { submit: () => Promise.reject(new LatchkeyError('rpc.failed', 'no')) } as never,
    }),
  ],
  [
    'offers sending by default only with the ability to send',
    'sending by default without the ability',
    'sendByDefault without the ability',
    registered(({ abilities: list }) => ({
      abilities: list.filter((ability) => ability !== 'send'),
      sendByDefault: true,
    })),
  ],
  [
    'has a label in plain words',
    'a label with markup',
    'cannot be shown',
    registered(() => ({ label: '<b>Sample</b>' })),
  ],
  [
    'refuses to sign for an account of no connection',
    'a signature of nobody',
    'sign for an account of no connection succeeded',
    having({ sign: () => Promise.resolve('signed') }),
  ],
  [
    'refuses to send for an account of no connection',
    'a transfer of nobody',
    'send for an account of no connection succeeded',
    having({
      send: { ...sound.send!, submit: () => Promise.resolve({ id: '1', kind: 'transaction' }) },
    }),
  ],
  [
    'asks no wallet for an account of no connection',
    'assets of nobody',
    'assets for an account of no connection succeeded',
    having({ assets: () => Promise.resolve([]) }),
  ],
  [
    'asks no node when it is cancelled beforehand',
    'a node that is asked all the same',
    'although its signal was aborted already',
    having({
      balance: ({ network, signal }) =>
        fetch(network.rpcUrls[0]!)
          .catch(() => undefined)
          .then(() => ask(network, signal))
          .then(toAmount),
    }),
  ],
  [
    'stops reading when it is cancelled while the node says nothing',
    'a balance that does not listen',
    'threw',
    having({
      balance: async ({ network, signal }) =>
        toAmount(
          await fetch(network.rpcUrls[0]!, { signal: signal! }).then((response) => response.json()),
        ),
    }),
  ],
  [
    'signs and sends nothing when it is cancelled beforehand',
    'a signature after all',
    'sign when it is cancelled succeeded',
    having({
      sign: ({ account }) =>
        account.connectionId ? Promise.resolve('signed') : Promise.reject(new Error('no')),
    }),
  ],
  [
    'stops watching when it is cancelled',
    'a watch that throws the reason',
    'send.watch when it is cancelled threw',
    having({
      send: {
        ...sound.send!,
        async *watch(_, { network, signal }) {
          await fetch(network.rpcUrls[0]!, { ...(signal && { signal }) })
          yield { status: 'success' }
        },
      },
    }),
  ],
])

const session = specimens([
  [
    'is of a namespace as CAIP-2 spells it',
    'a namespace in capitals',
    'namespace "Sample"',
    () => {
      const plugin = sample()
      return {
        ...plugin,
        chains: ['sample', 'Sample'],
        setup(ctx: PluginContext) {
          ctx.adapters.add({
            namespace: 'Sample',
            abilities: [],
            session: { methods: [], events: [] },
            resembles: () => false,
            load: () => Promise.resolve(sound),
          })
          return plugin.setup(ctx as never)
        },
      }
    },
  ],
  [
    'asks wallets for methods by name, each once',
    'a method twice',
    'a name twice',
    registered(({ session: { methods, events } }) => ({
      session: { methods: [...methods, 'sample_sign'], events },
    })),
  ],
  [
    'asks wallets for events by name, each once',
    'an event that is not a text',
    'which is not a name',
    registered(({ session: { methods } }) => ({ session: { methods, events: ['two words'] } })),
  ],
  [
    'asks wallets only for methods that the RPC policy allows',
    'a method that the door refuses',
    'sample_fly',
    registered(({ session: { methods, events } }) => ({
      session: { methods: [...methods, 'sample_fly'], events },
    })),
  ],
  [
    'describes a network that nobody configured, or says nothing, and never throws',
    'a network that must have a number',
    'threw TypeError',
    registered(() => ({ describeNetwork: (id: string) => ({ name: id.match(/\d+/)![0] }) })),
  ],
  [
    'is the same adapter when it is loaded again',
    'an adapter that can do more each time',
    'can do other things',
    registered(({ load }) => {
      let turn = 0
      return { load: async () => ({ ...(await load()), ...(turn++ && { estimate: undefined }) }) }
    }),
  ],
  [
    'can be loaded by many at once',
    'an adapter that is loaded by one',
    'parses "s.alice" otherwise',
    registered(({ load }) => {
      let loading = 0
      return {
        load: async () => {
          const place = loading++
          const made = await load()
          loading--
          return place > 1 ? { ...made, parseAddress: () => 's.nobody' } : made
        },
      }
    }),
  ],
  [
    'is loaded without a request',
    'an adapter that asks its chain first',
    'did fetch',
    registered(({ load }) => ({
      load: () =>
        fetch('https://rpc.sample.example')
          .catch(() => undefined)
          .then(load),
    })),
  ],
  [
    'holds nothing when it is loaded',
    'an adapter that listens',
    'took listener of online',
    registered(({ load }, ctx) => ({
      load: () => {
        const listener = (): void => undefined
        window.addEventListener('online', listener)
        ctx.onDispose(() => window.removeEventListener('online', listener))
        return load()
      },
    })),
  ],
  [
    'leaves nothing on the page when it is loaded',
    'an adapter that leaves its name',
    'left sampleAdapter',
    registered(({ load }) => {
      let turn = 0
      return {
        load: () => {
          // Names of its own each time, so that one specimen does not spoil another run.
          Object.defineProperty(globalThis, `sampleAdapter${Date.now()}${turn++}`, {
            value: 1,
            configurable: true,
          })
          return load()
        },
      }
    }),
  ],
  [
    'serves two kernels, also when one of them ends',
    'an adapter that all share',
    'after another kernel ended',
    (() => {
      let isOver = false
      return () => {
        isOver = false
        return registered(({ load }, ctx) => {
          ctx.onDispose(() => void (isOver = true))
          return {
            load: async () => ({
              ...(await load()),
              parseAddress: (text: string) => (isOver ? 's.nobody' : sound.parseAddress(text)),
            }),
          }
        })()
      }
    })(),
  ],
  [
    'still parses addresses when its kernel has ended',
    'an adapter that ends with its kernel',
    'after the kernel',
    registered(({ load }, ctx) => ({
      load: async () => ({
        ...(await load()),
        parseAddress: (text: string) =>
          ctx.signal.aborted ? 's.nobody' : sound.parseAddress(text),
      }),
    })),
  ],
])

const E = (message: string): LatchkeyError => new LatchkeyError('rpc.failed', message)
/** A balance made of whatever the node answers. */
const reading = (read: (response: Response) => Promise<unknown>) =>
  having({
    async balance({ network, signal }) {
      try {
        return {
          value: (await read(
            await fetch(network.rpcUrls[0] ?? 'https://rpc.sample.example', {
              method: 'POST',
              body: '{"id":1}',
              ...(signal && { signal }),
            }),
          )) as bigint,
          decimals: 1,
          symbol: 'S',
        }
      } catch {
        throw E('no')
      }
    },
  })
const result = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { result: unknown }).result
const strict = async (response: Response): Promise<bigint> => toAmount(await result(response)).value
const reach = (patched: (error: unknown) => unknown) =>
  having({
    balance: (at) =>
      sound.balance!(at).catch((error: unknown) => {
        throw patched(error)
      }),
  })
const where = (code: string, other: () => unknown) =>
  reach((error) => ((error as Error).message === code ? other() : error))

const node = specimens([
  [
    'says in a typed error that the node cannot be reached',
    'the error of fetch',
    'with no network, balance threw TypeError',
    reach((error) =>
      (error as Error).cause instanceof TypeError ? (error as Error).cause : error,
    ),
  ],
  [
    'says in a typed error that the node is broken',
    'an error of no type',
    'after HTTP 500, balance threw Error',
    where('HTTP 500', () => new Error('500')),
  ],
  [
    'says in a typed error that the node limits its rate',
    'an error of no type',
    'after HTTP 429, balance threw Error',
    where('HTTP 429', () => new Error('429')),
  ],
  [
    'refuses a web page as an answer',
    'an empty balance for a page',
    'after a web page, balance succeeded',
    reading(async (response) =>
      response.headers.get('content-type') === 'text/html' ? 0n : strict(response),
    ),
  ],
  [
    'refuses an empty answer',
    'an empty balance for nothing',
    'after an empty body, balance succeeded',
    reading(async (response) => ((await response.clone().text()) === '' ? 0n : strict(response))),
  ],
  [
    'refuses broken JSON',
    'an empty balance for half a word',
    'after broken JSON, balance succeeded',
    reading(async (response) =>
      (await response.clone().text()).endsWith('"0x') ? 0n : strict(response),
    ),
  ],
  [
    'refuses an answer that was cut off',
    'an empty balance for half an answer',
    'after half an answer, balance succeeded',
    reading((response) =>
      response.text().then(
        () => E('no') as never,
        () => 0n,
      ),
    ),
  ],
  [
    'says in a typed error what the node refused',
    'an empty balance for an error',
    'after an error of the call, balance succeeded',
    reading(async (response) => ('error' in (await response.json()) ? 0n : undefined)),
  ],
  [
    'refuses an error in an odd shape as an answer',
    'an empty balance for a list',
    'after an odd error, balance succeeded',
    reading(async (response) => (Array.isArray((await response.json()).error) ? 0n : undefined)),
  ],
  [
    'does not read an amount from a value that is not one',
    'a number made of a truth',
    'which is not a bigint',
    reading(async (response) => Number(await result(response))),
  ],
  [
    'reads no amount from an empty text',
    'nothing, counted',
    'after an empty text, balance succeeded',
    reading(async (response) => BigInt((await result(response)) as string)),
  ],
  [
    'reads no negative amount',
    'a debt',
    'answered -1',
    reading(async (response) => BigInt((await result(response)) as string)),
  ],
  [
    'reads no amount from a fraction',
    'a half',
    'answered 1.5',
    reading(async (response) => Number(await result(response))),
  ],
  [
    'reads numbers of any size',
    'a number of doubles',
    'answered Infinity',
    reading(async (response) => Number(await result(response))),
  ],
  [
    'does not let an answer pollute prototypes',
    'a deep merge',
    'reached Object.prototype',
    having({
      async balance({ network, signal }) {
        const answer = await ask(network, signal)
        // As a careless merge would do.
        if (Object.hasOwn(answer as object, '__proto__'))
          Object.assign(Object.prototype, { polluted: true })
        return toAmount(answer)
      },
    }),
  ],
  [
    'reads no balance of a malformed address',
    'a balance of anybody',
    'succeeded',
    having({
      balance: ({ address, ...at }) =>
        address === 'no address'
          ? Promise.resolve(toAmount('0'))
          : sound.balance!({ address, ...at }),
    }),
  ],
  [
    'says in a typed error that a network has no node',
    'a node that must be there',
    'threw TypeError',
    having({ balance: (at) => (at.network.rpcUrls[0]!.trim(), sound.balance!(at)) }),
  ],
  [
    'leaves the network unchanged',
    'a network that is written',
    'cannot be written threw TypeError',
    having({ balance: (at) => ((at.network.name = at.network.name.trim()), sound.balance!(at)) }),
  ],
  [
    'answers a balance as whole base units, with decimals and symbol of the network',
    'other decimals',
    'the network has 1',
    having({ balance: async (at) => ({ ...(await sound.balance!(at)), decimals: 2 }) }),
  ],
  [
    'answers the same balance to two questions at once',
    'a balance of the moment',
    'got two answers',
    (() => {
      let turn = 0n
      return having({ balance: async (at) => ({ ...(await sound.balance!(at)), value: turn++ }) })
    })(),
  ],
])

const told = (more: (params: unknown) => object | undefined) =>
  having({
    describe: async (request) => ({
      title: 'sample.sign',
      rows: [],
      complete: false,
      ...(await sound.describe!(request)),
      ...more(request.params),
    }),
  })
const describing = specimens([
  [
    'never throws, whatever the parameters',
    'parameters that are believed',
    'threw TypeError',
    having({
      describe: ({ params }) =>
        Promise.resolve((params as string[])[0]!.length ? undefined : undefined),
    }),
  ],
  [
    'describes with a title and rows of text, or not at all',
    'a value that is not a text',
    'rows that are not texts',
    told((params) => ({ rows: [{ label: 'sample.words', value: params }] })),
  ],
  [
    'does not call a description complete that it cannot read',
    'junk that is complete',
    'is called complete',
    told(() => ({ complete: true })),
  ],
  [
    'takes no title or label from the request',
    'a headline of the request',
    'for a headline or label',
    told((params) =>
      Array.isArray(params) && typeof params[0] === 'string' && params[0]
        ? { title: params[0] }
        : undefined,
    ),
  ],
  [
    'leaves the parameters unchanged',
    'parameters that are cleaned',
    'writes into the parameters',
    having({
      describe: async (request) => (
        Object.assign(
          Array.isArray(request.params) && typeof request.params[0] === 'object'
            ? (request.params[0] as object)
            : {},
          { data: 'x' },
        ),
        sound.describe!(request)
      ),
    }),
  ],
  [
    'does not let a parameter pollute prototypes',
    'a deep merge',
    'reached Object.prototype',
    having({
      describe: async (request) => {
        if (
          Array.isArray(request.params) &&
          Object.hasOwn(Object(request.params[0]) as object, '__proto__')
        )
          Object.assign(Object.prototype, { polluted: true })
        return sound.describe!(request)
      },
    }),
  ],
])

const pictures = specimens([
  [
    'draws its networks without asking a server',
    'a picture on a server',
    'expected data:image/',
    having({ picture: async () => 'https://pictures.test/one.svg' }),
  ],
  [
    'draws its networks without asking a server',
    'a picture that is fetched',
    'asked',
    having({
      picture: async () => {
        await fetch('https://pictures.test/one.svg').catch(() => undefined)
        return 'data:image/svg+xml,<svg/>'
      },
    }),
  ],
  [
    'draws nothing of a network that it does not know, and does not throw',
    'one picture for everything',
    'answered a picture',
    having({ picture: async () => 'data:image/svg+xml,<svg/>' }),
  ],
])

export const brokenAdapters = [
  ...shape,
  ...parsing,
  ...refusing,
  ...spelling,
  ...abilities,
  ...session,
  ...node,
  ...describing,
  ...pictures,
]
