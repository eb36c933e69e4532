import type { Catalogue } from '@latchkey/plugin-api'

export const it: Catalogue = {
  'errors.smart.bad_input': 'Uno smart account non può eseguire questa richiesta.',
  'errors.smart.limits_refused':
    'Questa autorizzazione non può essere limitata come richiesto. Nulla è stato concesso.',
  'errors.smart.bundler_failed':
    'Al momento la rete non accetta operazioni di smart account. Riprova più tardi o usa l’altro tuo account.',
  'errors.smart.gas_beyond_bounds':
    'La commissione richiesta è troppo alta. Nulla è stato inviato.',
  'errors.smart.paymaster_refused':
    'La commissione doveva essere pagata da qualcuno che ha chiesto altro. Nulla è stato inviato.',
  'errors.smart.node_failed': 'Al momento non è possibile interrogare la rete. Riprova.',
}
