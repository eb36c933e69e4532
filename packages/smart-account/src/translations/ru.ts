import type { Catalogue } from '@latchkey/plugin-api'

export const ru: Catalogue = {
  'errors.smart.bad_input': 'Смарт-аккаунт не может выполнить этот запрос.',
  'errors.smart.limits_refused':
    'Это разрешение нельзя ограничить так, как требуется. Ничего не предоставлено.',
  'errors.smart.bundler_failed':
    'Сеть сейчас не принимает операции смарт-аккаунтов. Повторите попытку позже или используйте другой свой аккаунт.',
  'errors.smart.gas_beyond_bounds': 'Запрошенная комиссия слишком высока. Ничего не отправлено.',
  'errors.smart.paymaster_refused':
    'Комиссию должна была оплатить сторона, которая потребовала другого. Ничего не отправлено.',
  'errors.smart.node_failed': 'Сейчас сеть нельзя опросить. Повторите попытку.',
}
