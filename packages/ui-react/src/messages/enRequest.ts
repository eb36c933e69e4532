import type { Catalogue } from '@latchkey/plugin-api'

/** English texts of the kit about requests, loaded together with the views that show one. */
export const enRequest: Catalogue = {
  'ui.requestPartly': 'Not everything here could be read. Look at it in your wallet.',
  'ui.requestUnknown':
    'This request could not be put into words. Confirm it only if you know what it does.',
  'ui.requestHidden': 'Some characters here cannot be seen. Their codes are shown instead.',
  'ui.requestRaw': 'As your wallet gets it',
  'ui.requestMethod': 'Method',
  'ui.requestParams': 'Content',
}
