import type { Catalogue } from '@latchkey/plugin-api'

export const pt: Catalogue = {
  'preview.title': 'Confira a solicitação',
  'preview.unknown': 'Solicitação desconhecida',
  'preview.position': '{position} de {total}',
  'preview.site': 'Pedido por',
  'preview.plugin': 'Um recurso deste site',
  'preview.account': 'Conta',
  'preview.wallet': 'Carteira',
  'preview.network': 'Rede',
  'preview.testnet': 'Rede de teste',
  'preview.confirm': 'Confirmar',
  'preview.decline': 'Recusar',
  'preview.next': 'Sua carteira perguntará mais uma vez.',
  'preview.accountChanged': 'A conta ou a rede mudou, por isso a solicitação foi retirada.',
  'preview.disconnected': 'A carteira foi desconectada, por isso a solicitação foi retirada.',
  'preview.withdrawn': 'A solicitação foi retirada.',
}
