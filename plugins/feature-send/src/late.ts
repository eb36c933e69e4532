import { english } from './messages.js'
import type { SendContext } from './plugin.js'
import { translations } from './translations.js'

/** Texts, which wait until the visitor needs them. */
export const addTexts = (ctx: SendContext): void => void ctx.messages.add({ en: english, ...translations })
