import type { PluginContext } from '@latchkey/plugin-api'
import { english } from './messages.js'
import { translations } from './translations.js'

/** What waits until the visitor needs more than the page's buttons: the texts. */
export const registerTexts = ({ messages }: PluginContext): void =>
  void messages.add({ en: english, ...translations })
