import type { Catalogue } from '@latchkey/plugin-api'

export const pt: Catalogue = {
  'errors.smart.bad_input': 'Uma conta inteligente não pode executar este pedido.',
  'errors.smart.limits_refused':
    'Esta permissão não pode ser limitada como pedido. Nada foi concedido.',
  'errors.smart.bundler_failed':
    'A rede não aceita operações de contas inteligentes neste momento. Tente mais tarde ou use a sua outra conta.',
  'errors.smart.gas_beyond_bounds': 'A taxa pedida é demasiado alta. Nada foi enviado.',
  'errors.smart.paymaster_refused': 'Quem ia pagar a taxa pediu outra coisa. Nada foi enviado.',
  'errors.smart.node_failed': 'Não é possível consultar a rede neste momento. Tente novamente.',
}
