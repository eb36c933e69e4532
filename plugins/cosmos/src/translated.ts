import type { Catalogue } from '@latchkey/plugin-api'

/** The texts in other languages than English: few enough to come together. */
export const translated = {
  ar: {
    'errors.cosmos.transaction_refused': 'لم تقبل الشبكة هذه المعاملة.',
  },
  de: {
    'errors.cosmos.transaction_refused': 'Das Netzwerk hat diese Transaktion nicht angenommen.',
  },
  es: {
    'errors.cosmos.transaction_refused': 'La red no aceptó esta transacción.',
  },
  fr: {
    'errors.cosmos.transaction_refused': 'Le réseau n’a pas accepté cette transaction.',
  },
  ja: {
    'errors.cosmos.transaction_refused': 'ネットワークがこの取引を受け付けませんでした。',
  },
  ko: {
    'errors.cosmos.transaction_refused': '네트워크에서 이 트랜잭션을 받아들이지 않았습니다.',
  },
  pt: {
    'errors.cosmos.transaction_refused': 'A rede não aceitou esta transação.',
  },
  tr: {
    'errors.cosmos.transaction_refused': 'Ağ bu işlemi kabul etmedi.',
  },
  zh: {
    'errors.cosmos.transaction_refused': '网络未接受此交易。',
  },
} as const satisfies Readonly<Record<string, Catalogue>>
