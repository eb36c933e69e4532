// Firefox by WebDriver BiDi, which it speaks itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { start } from './process.mjs'
import { findFirefox } from './programs.mjs'

/** A line of commands and answers. */
async function openLine(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map()
  let last = 0
  socket.on('message', (text) => {
    const { id, type, result, error, message } = JSON.parse(text)
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (type === 'success') resolve?.(result)
    else if (type === 'error') reject?.(new Error(`${error}: ${message}`))
  })
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}

const centreOf = (selector) => `() => {
  const { x, y, width, height } = document.querySelector('${selector}').getBoundingClientRect()
  return [Math.round(x + width / 2), Math.round(y + height / 2)]
}`

/**
 * A window that nobody looks at has the focus all the same, and nothing is fetched but the page.
 */
const PREFERENCES = {
  'focusmanager.testmode': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.update.enabled': false,
}

/** Reads and clicks in a page, its frame, and the window that was opened from there. */
function createReader(line, context) {
  /** The page, its first frame, or the window that was opened from there. */
  const contextOf = async (place) => {
    const { contexts } = await line.send('browsingContext.getTree')
    if (place === 'frame')
      return contexts.find((one) => one.context === context)?.children[0]?.context
    return contexts.find(({ originalOpener }) => originalOpener)?.context
  }
  const run = async (source, target) => {
    const answer = await line.send('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${source})()) ?? null))()`,
      target: { context: target },
      awaitPromise: true,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return JSON.parse(answer.result.value)
  }
  return {
    evaluate: (source) => run(source, context),
    /** In the page's frame, or in the window that it opened. `undefined` while that is not there. */
    async evaluateIn(place, source) {
      const target = await contextOf(place)
      return target && run(source, target)
    },
    /** `waitMs`: waits there for the element. */
    async clickIn(place, selector, waitMs = 0) {
      const target = await contextOf(place)
      if (place === 'window') await line.send('browsingContext.activate', { context: target })
      const isThere = `() => document.querySelector(${JSON.stringify(selector)}) !== null`
      for (const end = Date.now() + waitMs; Date.now() < end && !(await run(isThere, target)););
      const [x, y] = await run(centreOf(selector), target)
      const pointer = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await line.send('input.performActions', {
        context: target,
        actions: [{ type: 'pointer', id: 'mouse', actions: pointer }],
      })
    },
  }
}

export const firefox = {
  name: 'Firefox',
  async launch() {
    const profile = mkdtempSync(join(tmpdir(), 'latchkey-firefox-'))
    writeFileSync(
      join(profile, 'user.js'),
      Object.entries(PREFERENCES)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
        .join('\n'),
    )
    const program = start(
      findFirefox(),
      [
        '--headless',
        '--no-remote',
        '--profile',
        profile,
        '--remote-debugging-port',
        '0',
        'about:blank',
      ],
      { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    )
    const [, address] = await program.says(/WebDriver BiDi listening on (ws:\/\/\S+)/)
    const line = await openLine(`${address}/session`)
    await line.send('session.new', { capabilities: {} })
    // The window that it starts with never becomes an active one.
    const { context } = await line.send('browsingContext.create', { type: 'window' })
    return {
      async goto(url) {
        await line.send('browsingContext.navigate', { context, url, wait: 'complete' })
        // The bar of addresses may have the focus.
        await line.send('browsingContext.activate', { context })
      },
      ...createReader(line, context),
      keys: (...keys) =>
        line.send('input.performActions', {
          context,
          actions: [
            {
              type: 'key',
              id: 'keys',
              actions: keys.flatMap((value) => [
                { type: 'keyDown', value },
                { type: 'keyUp', value },
              ]),
            },
          ],
        }),
      async close() {
        line.close()
        program.end()
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  },
}
