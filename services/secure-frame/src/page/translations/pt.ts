import type { Texts } from './en.js'

export const pt: Texts = {
  'approve.site': 'Site',
  'approve.name': 'Chama-se',
  'approve.account': 'Conta',
  'approve.network': 'Rede',
  'approve.fee': 'Taxa de rede no máximo',
  'approve.missing': 'Falta',
  'approve.approve': 'Aprovar',
  'approve.reject': 'Recusar',
  'approve.unreadable': 'Pedido ilegível',
  'approve.incomplete': 'Este pedido não pôde ser lido por inteiro. Aprove-o só se confia no site.',
  'approve.raw': 'Tudo o que é assinado',
  'approve.wait': 'O botão funciona depois de o cartão inteiro estar visível por um momento.',
  'approve.scroll': 'Desloque até ao fim para aprovar.',
  'approve.signing': 'A assinar…',
  'approve.window': 'Rever numa janela',
  'approve.windowWhy':
    'Este navegador não sabe se algo cobre este pedido. Leia-o numa janela própria.',
  'approve.windowOpen': 'Termine na janela que se abriu.',
  'approve.blocked': 'A janela foi bloqueada. Permita-a e tente de novo.',
  'approve.retry': 'Verificar de novo',
  'approve.close': 'Fechar',
  'approve.outcome': 'O que acontece',
  'approve.leaves': 'Sai da sua conta',
  'approve.arrives': 'Entra na sua conta',
  'approve.nothing': 'Além da taxa, nada sai nem entra.',
  'approve.partly': 'Esta rede não conseguiu mostrar tudo o que se move.',
  'approve.wouldFail': 'Isto falharia. A taxa de rede seria perdida.',
  'approve.lacks': 'A conta não tem o suficiente para isto.',
  'approve.changed': 'Algo mudou desde então. Leia mais uma vez.',
  'approve.sameNumber':
    'Uma transação assinada antes tem o mesmo número. Só uma das duas será executada.',
  'approve.bothAccounts':
    'Sua conta não é nomeada aqui. Sua assinatura vale para seus dois endereços, o da conta padrão e o da conta inteligente.',
  'node.network': 'A rede não responde. Tente de novo.',
  'node.network_busy': 'A rede está sobrecarregada. Tente daqui a pouco.',
  'node.transaction_replaced': 'Outra transação desta conta tomou o lugar dela.',
  'node.transaction_underpriced':
    'A taxa é baixa demais: a rede pede mais agora, ou outra transação espera no lugar dela.',
  'node.insufficient_funds': 'A conta não tem o suficiente para o valor e a taxa de rede.',
  'node.transaction_expired': 'A transação é antiga demais. O site precisa pedir de novo.',
  'node.transaction_unknown':
    'A transação foi assinada e a rede não disse se a tem. Ela ainda pode ser executada.',
  'approve.notKept':
    'Este navegador não está guardando nada agora. Depois de recarregar, ele não conhecerá esta operação: não a envie duas vezes.',
  'approve.payer': 'Pago por',
  'approve.payerAccount': 'Sua conta',
  'node.bundler':
    'Ninguém aceita agora operações de contas inteligentes nesta rede. Use sua conta padrão ou tente mais tarde.',
  'node.bundler_refused':
    'A operação foi recusada. Ela ainda pode ser executada, até que outra da sua conta seja.',
  'node.earlier_carried_out':
    'Uma operação anterior da sua conta foi executada no lugar desta. Veja-a antes de tentar de novo.',
  'node.operation_pending':
    'A operação foi enviada e ainda não está em nenhum bloco. Ela ainda pode ser executada.',
  'node.operation_failed': 'A operação falhou. A taxa de rede foi paga.',
  'node.operation_replaced': 'Outra operação da sua conta tomou o lugar dela.',
  'node.gas_beyond_bounds': 'A operação custaria mais do que é permitido.',
  'node.paymaster_refused': 'O serviço que paga as operações deu uma resposta não permitida.',
  'recovery.choose': 'Escolha como recuperar a sua carteira',
  'recovery.why':
    'Se este navegador esquecer a sua carteira, só isto a abre de novo. Ninguém o pode repor.',
  'recovery.passkey': 'Usar uma chave de acesso',
  'recovery.password': 'Usar uma senha',
  'recovery.kit': 'Guardar um código de recuperação',
  'recovery.newPassword': 'Senha de 10 caracteres ou mais',
  'recovery.showPassword': 'Mostrar a senha',
  'recovery.kitKeep': 'Guarde este código onde só você o encontre. É mostrado uma vez.',
  'recovery.kitKept': 'Já o guardei',
  'recovery.open': 'Abra a sua carteira',
  'recovery.openWhy': 'Este navegador ainda não tem a sua carteira.',
  'recovery.enterPassword': 'A sua senha',
  'recovery.enterKit': 'O seu código de recuperação',
  'recovery.continue': 'Continuar',
  'frame.working': 'Um momento…',
  'frame.offline': 'Está sem ligação. Isto continua quando voltar.',
  'frame.failed': 'Não funcionou. Tente de novo.',
  'approve.unused': 'Você alterou um limite. Pressione “Usar estes limites” antes de aprovar.',
  'node.grant_refused': 'Esta permissão já não pode ser concedida. O site precisa pedir de novo.',
  'approve.grantNotKept':
    'Este navegador não guarda nada agora. Depois de recarregar, esta carteira não mostrará mais a permissão.',
}
