import { LatchkeyError } from '@latchkey/plugin-api'
import type { Lookup } from '../lookup/createLookup.js'
import { changeOf, leavingOf } from '../rules/payload.js'
import { attributesOf, isSameTexts, problemsOf, TEXT_KEYS, textsOf } from '../rules/texts.js'
import type { NameTexts } from '../rules/texts.js'
import type { NamesSetup } from '../services.js'
import type { NamesOwner } from './api.js'
import { createAsk, type Wanted } from './createAsk.js'
import { createList } from './createList.js'
import { createReading, type Reading } from './createReading.js'

/** Texts that are to be signed. The server keeps those, and no others of the name. */
function details(texts: NameTexts, { patch }: Reading): Wanted {
  const attributes = attributesOf(texts)
  const saved = textsOf(attributes)
  return {
    view: 'names.details',
    code: 'names.change_failed',
    told: 'names.saved',
    messageOf: (name) => changeOf(name, attributes, Date.now()),
    send: (server, name, body) => server.changeName(name, body),
    isDone: (found) => found !== undefined && isSameTexts(textsOf(found.attributes), saved),
    finish: (name) => patch(name, { texts: saved, saved }),
  }
}

/** A name that is to be given up. Nothing on the page says afterwards that the account has it. */
const leaving = ({ slice }: NamesSetup, { end }: Reading): Wanted => ({
  view: 'names.giveUp',
  code: 'names.release_failed',
  told: 'names.gaveUp',
  messageOf: (name) => leavingOf(name, Date.now()),
  send: (server, name, body) => server.releaseName(name, body),
  isDone: (found) => found === undefined,
  finish(name) {
    end(name)
    slice.set(({ registered, owned }) => ({
      registered: registered?.name === name ? undefined : registered,
      owned: owned && { ...owned, names: owned.names.filter((each) => each !== name) },
    }))
  },
})

/** @throws `names.invalid_text` */
function checkTexts(texts: NameTexts): void {
  const problems = problemsOf(texts)
  const key = TEXT_KEYS.find((each) => problems[each] !== undefined)
  const rule = key && problems[key]
  if (rule)
    throw new LatchkeyError('names.invalid_text', `The text ${key} breaks a rule: ${rule}.`, {
      context: { key, rule },
    })
}

/** The changes behind `NamesForm.owner`. */
export function createOwner(setup: NamesSetup, lookup: Lookup): NamesOwner {
  const { slice } = setup
  const reading = createReading(setup, lookup)
  const { ask, cancel } = createAsk(setup, lookup)
  const { open, retry } = reading
  return {
    ...{ open, retry, cancel },
    list: createList(setup, lookup),
    type: (key, text) =>
      slice.set(({ change }) => {
        if (!change) return {}
        const texts = { ...change.texts, [key]: text }
        return { change: { ...change, texts, problems: problemsOf(texts) }, failed: undefined }
      }),
    async save(name, given) {
      const texts = textsOf(given)
      checkTexts(texts)
      await ask(name, details(texts, reading))
    },
    giveUp: (name) => ask(name, leaving(setup, reading)),
  }
}
