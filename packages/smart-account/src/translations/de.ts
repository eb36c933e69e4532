import type { Catalogue } from '@latchkey/plugin-api'

export const de: Catalogue = {
  'errors.smart.bad_input': 'Diese Anfrage kann ein Smart-Konto nicht ausführen.',
  'errors.smart.limits_refused':
    'Diese Berechtigung lässt sich nicht so begrenzen wie verlangt. Es wurde nichts gewährt.',
  'errors.smart.bundler_failed':
    'Das Netzwerk nimmt zurzeit keine Vorgänge von Smart-Konten an. Versuchen Sie es später erneut, oder verwenden Sie Ihr anderes Konto.',
  'errors.smart.gas_beyond_bounds': 'Die verlangte Gebühr ist zu hoch. Es wurde nichts gesendet.',
  'errors.smart.paymaster_refused':
    'Wer die Gebühr zahlen sollte, hat etwas anderes verlangt. Es wurde nichts gesendet.',
  'errors.smart.node_failed':
    'Das Netzwerk kann zurzeit nicht gefragt werden. Versuchen Sie es erneut.',
}
