// verdict: safe
// twin: printf-argument-bad.c
// source: own
// about: conversion and argument have one type

#include <stdio.h>

int main(void) {
    int n = 7;
    printf("%d of %s\n", n, "ten");
    return 0;
}
