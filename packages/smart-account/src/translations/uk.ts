import type { Catalogue } from '@latchkey/plugin-api'

export const uk: Catalogue = {
  'errors.smart.bad_input': 'Смарт-акаунт не може виконати цей запит.',
  'errors.smart.limits_refused': 'Цей дозвіл не можна обмежити так, як потрібно. Нічого не надано.',
  'errors.smart.bundler_failed':
    'Мережа зараз не приймає операції смарт-акаунтів. Спробуйте пізніше або скористайтеся іншим своїм акаунтом.',
  'errors.smart.gas_beyond_bounds': 'Запитана комісія зависока. Нічого не надіслано.',
  'errors.smart.paymaster_refused':
    'Комісію мала сплатити сторона, яка зажадала іншого. Нічого не надіслано.',
  'errors.smart.node_failed': 'Зараз мережу не можна опитати. Спробуйте ще раз.',
}
