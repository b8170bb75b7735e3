% The rules on graveyards when the game ends, ported to s(CASP), which has no aggregates: every part of the points is one
% answer. For tests/benchmarks/explanations.py, which adds the facts of a position.

:- discontiguous part/3, reading/2, around/3, across/2, surrounded/3, complete/2, city/2.

claimed(0,P,S) :- cowboy(P,S).

done(G) :- surrounded(G,W,_), reading(surround,W).
scored(end,T,P,G) :- game_end, final(T), claimed(_,P,G), not done(G).

fixed(E,G) :- scored(E,_,_,G), E \= end, reading(completion_value,fixed_nine).
counted(E,G) :- scored(E,_,_,G), not fixed(E,G).

part(points(E,P,graveyard,G),tile(C),1) :- scored(E,_,P,G), counted(E,G), graveyard(G,C), reading(self_tile,counted).

near(T,G,C) :- around(T,G,C), reading(surround,eight).
near(T,G,C) :- around(T,G,C), across(G,C), reading(surround,four).
part(points(E,P,graveyard,G),tile(C),1) :- scored(E,T,P,G), counted(E,G), near(T,G,C).

city_tile(E,T,G,C) :- scored(E,T,_,G), counted(E,G), near(T,G,C), city(C,_).
counts(T,K) :- scored(_,T,_,_), city(_,K), reading(city_state,any).
part(points(E,P,graveyard,G),city(K),1) :- scored(E,T,P,G), city_tile(E,T,G,C), city(C,K), counts(T,K), reading(city_unit,city).
