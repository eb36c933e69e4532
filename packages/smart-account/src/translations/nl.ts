import type { Catalogue } from '@latchkey/plugin-api'

export const nl: Catalogue = {
  'errors.smart.bad_input': 'Een smart account kan dit verzoek niet uitvoeren.',
  'errors.smart.limits_refused':
    'Deze toestemming kan niet zo worden beperkt als gevraagd. Er is niets toegekend.',
  'errors.smart.bundler_failed':
    'Het netwerk neemt op dit moment geen bewerkingen van smart accounts aan. Probeer het later of gebruik je andere account.',
  'errors.smart.gas_beyond_bounds': 'De gevraagde kosten zijn te hoog. Er is niets verstuurd.',
  'errors.smart.paymaster_refused':
    'De kosten zouden worden betaald door iemand die iets anders vroeg. Er is niets verstuurd.',
  'errors.smart.node_failed': 'Het netwerk kan nu niet worden bevraagd. Probeer het opnieuw.',
}
