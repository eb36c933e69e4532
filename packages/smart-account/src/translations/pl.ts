import type { Catalogue } from '@latchkey/plugin-api'

export const pl: Catalogue = {
  'errors.smart.bad_input': 'Konto smart nie może wykonać tego żądania.',
  'errors.smart.limits_refused':
    'Tego uprawnienia nie można ograniczyć zgodnie z żądaniem. Niczego nie przyznano.',
  'errors.smart.bundler_failed':
    'Sieć nie przyjmuje w tej chwili operacji kont smart. Spróbuj później lub użyj swojego innego konta.',
  'errors.smart.gas_beyond_bounds': 'Żądana opłata jest za wysoka. Niczego nie wysłano.',
  'errors.smart.paymaster_refused':
    'Opłatę miał ponieść ktoś, kto zażądał czegoś innego. Niczego nie wysłano.',
  'errors.smart.node_failed': 'Nie można w tej chwili odpytać sieci. Spróbuj ponownie.',
}
