/*
 * The syntax of DML.
 *
 * Written so that one token of look-ahead decides everything: start-up time is the time of every small script, and
 * adaptive prediction is what makes a cold ANTLR parser slow. Hence
 *  - alternatives with a common start are left-factored (a statement that starts with a name, arguments, loop ranges);
 *    what that lets through (a + b = 3 as an argument) the tree builder rejects with a better message than a parser has;
 *  - an expression is a flat list of operands and operators; ExpressionBuilder knows the precedence;
 *  - a '[' that opens the targets of an assignment is a token of its own, OPEN_TARGETS: Tokens tells the two apart.
 * The one exception is the dangling else, which is ambiguous by nature; the first alternative binds it to the nearest if.
 *
 * The lexer accepts every text: what no rule of DML matches becomes a token of the last section, reported by Tokens.
 */
grammar DmlGrammar;

options {
  superClass = BoundedParser;
}

tokens {
  OPEN_TARGETS
}

script : ';'* statement* EOF ;

/* What an input of a session may end with, see CellParser. */
value : expression ';'* EOF ;

statement
  : simpleStatement ';'*
  | ifStatement
  | whileStatement
  | forStatement
  ;

simpleStatement
  : ID ( arguments | targetIndex? assignment )
  | QUALIFIED arguments
  | targets ( '=' | '<-' ) expression
  | SOURCE '(' STRING ')' AS ID
  | SETWD '(' STRING ')'
  ;

assignment : ( '=' | '<-' | '+=' ) ( expression | function | externalFunction ) ;

targets : OPEN_TARGETS target ( ',' target )* ']' ;

target : ID targetIndex? ;

ifStatement : IF '(' expression ')' body ( ELSE body )? ;

whileStatement : WHILE '(' expression ')' body ;

forStatement : ( FOR | PARFOR ) '(' ID IN bounds ( ',' forOption )* ')' body ;

forOption : ID '=' expression ;

body
  : block ';'*
  | statement
  ;

block : '{' ';'* statement* '}' ;

function : FUNCTION '(' ( parameter ( ',' parameter )* )? ')' results? block ;

externalFunction
  : EXTERNAL_FUNCTION '(' ( parameter ( ',' parameter )* )? ')' results?
    IMPLEMENTED IN '(' ( argument ( ',' argument )* )? ')'
  ;

parameter : typedName ( '=' expression )? ;

results : RETURN '(' ( typedName ( ',' typedName )* )? ')' ;

typedName : type ID ;

type
  : VALUE_TYPE
  | ID '[' VALUE_TYPE ']'
  ;

/* Operators and operands as they stand; see ExpressionBuilder. */
expression : prefix* operand ( binary prefix* operand )* ;

prefix : '-' | '+' | '!' ;

binary
  : '^' | '%*%' | '%/%' | '%%' | '*' | '/' | '+' | '-'
  | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&' | '|'
  ;

operand
  : INT
  | DOUBLE
  | BOOLEAN
  | STRING
  | ARG
  | ID ( arguments | index )?
  | QUALIFIED arguments
  | '(' expression ')'
  | '[' expression ( ',' expression )* ']'
  | IFDEF '(' ARG ',' expression ')'
  ;

arguments : '(' ( argument ( ',' argument )* )? ')' ;

argument : expression ( '=' expression )? ;

index : '[' positions ']' ;

targetIndex : ( '[' | OPEN_TARGETS ) positions ']' ;

positions : bounds? ( ',' bounds? )? ;

bounds : expression ( ':' expression )? ;

AS : 'as' ;
ELSE : 'else' ;
EXTERNAL_FUNCTION : 'externalFunction' ;
FOR : 'for' ;
FUNCTION : 'function' ;
IF : 'if' ;
IFDEF : 'ifdef' ;
IMPLEMENTED : 'implemented' ;
IN : 'in' ;
PARFOR : 'parfor' ;
RETURN : 'return' ;
SETWD : 'setwd' ;
SOURCE : 'source' ;
WHILE : 'while' ;
BOOLEAN : 'TRUE' | 'FALSE' ;
VALUE_TYPE
  : 'int' | 'Int' | 'integer' | 'Integer' | 'double' | 'Double' | 'boolean' | 'Boolean'
  | 'string' | 'String' | 'unknown' | 'Unknown'
  ;

ASSIGN : '=' ;
ARROW : '<-' ;
ACCUMULATE : '+=' ;
POWER : '^' ;
MATRIX_TIMES : '%*%' ;
INTEGER_DIVIDE : '%/%' ;
MODULO : '%%' ;
TIMES : '*' ;
DIVIDE : '/' ;
PLUS : '+' ;
MINUS : '-' ;
LESS : '<' ;
LESS_EQUAL : '<=' ;
GREATER : '>' ;
GREATER_EQUAL : '>=' ;
EQUAL : '==' ;
NOT_EQUAL : '!=' ;
NOT : '!' ;
AND : '&' ;
OR : '|' ;
OPEN : '(' ;
CLOSE : ')' ;
OPEN_INDEX : '[' ;
CLOSE_INDEX : ']' ;
OPEN_BLOCK : '{' ;
CLOSE_BLOCK : '}' ;
COMMA : ',' ;
COLON : ':' ;
SEMICOLON : ';' ;

ID : WORD ;
QUALIFIED : WORD '::' WORD ;
ARG : '$' ( WORD | DIGIT+ ) ;
INT : DIGIT+ ;
DOUBLE : ( DIGIT+ '.' DIGIT* | '.' DIGIT+ ) EXPONENT? | DIGIT+ EXPONENT ;
STRING : '"' ( '\\' . | ~["\\] )* '"' | '\'' ( '\\' . | ~['\\] )* '\'' ;

SPACE : [ \t\r\n\f\uFEFF]+ -> skip ;
LINE_COMMENT : '#' ~[\r\n]* -> skip ;
BLOCK_COMMENT : '/*' ( ~'*' | '*'+ ~[*/] )* '*'+ '/' -> skip ;

/* What DML does not have, or has only for some names. */
DOTTED : WORD ( '.' WORD )+ ;
UNDERSCORED : '_' [a-zA-Z0-9_]* ;
MALFORMED_NUMBER : ( DIGIT+ | DOUBLE ) [a-zA-Z_] [a-zA-Z0-9_]* ;
AND_AND : '&&' ;
OR_OR : '||' ;
PERCENT_WORD : '%' [a-zA-Z.]+ '%' ;
UNCLOSED_STRING : '"' ( '\\' . | ~["\\] )* '\\'? | '\'' ( '\\' . | ~['\\] )* '\\'? ;
UNCLOSED_COMMENT : '/*' ( ~'*' | '*'+ ~[*/] )* '*'* ;
UNKNOWN : . ;

fragment WORD : [a-zA-Z] [a-zA-Z0-9_]* ;
fragment DIGIT : [0-9] ;
fragment EXPONENT : [eE] [+-]? DIGIT+ ;
